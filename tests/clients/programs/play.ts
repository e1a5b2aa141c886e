/** Programs that use the TypeScript client: `node play.js PROGRAM ADDRESS ARGUMENT…` prints what comes of one. */

import { InvalidWebhook, Problem, Recount, verifyWebhook, type Notice, type Schemas } from "@recount/client";

declare const process: { argv: string[]; stdout: { write(text: string): void } };

/** After so many answers the bots stop. */
const MAX_ANSWERS = 40;

/** Plays both seats of a match; prints its points as its facts and as its board have them. */
async function play(address: string): Promise<unknown> {
  const recount = new Recount(address);
  const body: Schemas["NewMatch"] = { game: "arena", options: { chapter: 1 }, seats: 2 };
  const opened = await recount.call("post", "/matches", { body });
  const match = opened.id;
  const seats: Recount[] = [];
  for (const [seat, claim] of opened.claims.entries()) {
    if (claim === null) throw new Error("the service plays this seat");
    const path = { match, seat };
    const body = { player: `p${seat}` };
    const taken = await recount
      .withToken(claim)
      .call("post", "/matches/{match}/seats/{seat}/claim", { path, body });
    seats.push(recount.withToken(taken.token));
  }
  for (let ply = 0; ply < MAX_ANSWERS; ply++) {
    const open = await seats[0]!.call("get", "/matches/{match}", { path: { match } });
    const player = seats[open.question?.seat ?? -1];
    if (!player) break;
    const { question, seq } = await player.call("get", "/matches/{match}", { path: { match } });
    const picks = question!.options!.slice(0, Math.max(question!.least, 1));
    const headers = { "If-Match": `"${seq}"` };
    await player.call("post", "/matches/{match}/answers", { path: { match }, headers, body: { picks } });
  }
  let points = 0;
  for await (const fact of recount.each("/matches/{match}/facts", { path: { match }, query: { limit: 50 } }))
    if (fact.event.type === "arena.VictoryPointsGained") points += fact.event.points;
  const scene = await recount.call("get", "/matches/{match}", { path: { match } });
  if (scene.game !== "arena") throw new Error(`This is a match of ${scene.game}.`);
  return { ply: scene.ply, points, board: scene.board.points.reduce((sum, each) => sum + each, 0) };
}

/** Prints the positions of so many notices after a position, each as it comes. */
async function follow(address: string, after: string, count: string): Promise<unknown> {
  const notices: Notice[] = [];
  for await (const notice of new Recount(address).feed(Number(after))) {
    process.stdout.write(`${notice.position}\n`);
    if (notices.push(notice) === Number(count)) break;
  }
  return notices;
}

/** Opens a match while the first reply is lost, and prints the matches that there are then. */
async function lose(address: string, token: string): Promise<unknown> {
  let lost = 0;
  const losing: typeof fetch = async (url, given) => {
    const reply = await fetch(url, given);
    if (given?.method === "POST" && !lost++) throw new TypeError("The reply is lost.");
    return reply;
  };
  const recount = new Recount(address, { token, fetch: losing });
  const opened = await recount.call("post", "/matches", { body: { game: "arena" } });
  const matches: string[] = [];
  for await (const match of recount.each("/matches", { query: { limit: 2, min_position: opened.position } }))
    matches.push(match.id);
  return { lost, opened: opened.id, matches };
}

/** Prints the refusal of a request for no match. */
async function refuse(address: string): Promise<unknown> {
  try {
    return await new Recount(address).call("get", "/matches/{match}", { path: { match: "000000000000" } });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [error.status, error.slug, error.detail];
  }
}

/** Prints the payload of a webhook, or why it is refused. */
async function verify(body: string, headers: string, secrets: string): Promise<unknown> {
  try {
    return await verifyWebhook(body, JSON.parse(headers), JSON.parse(secrets));
  } catch (error) {
    if (!(error instanceof InvalidWebhook)) throw error;
    return error.message;
  }
}

const programs: Record<string, (...given: string[]) => Promise<unknown>> = {
  play,
  follow,
  lose,
  refuse,
  verify,
};
const [, , name, ...given] = process.argv;
console.log(JSON.stringify(await programs[name ?? ""]!(...given)));
