/** A bot that knows the service by the types that were generated from its document, and by nothing else. */

import type { components, paths } from "./recount.js";

type Schemas = components["schemas"];
type Sent = paths["/matches/{match}/answers"]["post"]["requestBody"]["content"]["application/json"];

/** After so many answers somebody gives up. */
const LONGEST = 40;

declare const process: { argv: string[] };
const address = process.argv[2];

async function read<T>(path: string, token = "", body?: unknown, seen = 0): Promise<T> {
  const headers = new Headers(token ? { Authorization: `Bearer ${token}` } : {});
  if (body) headers.set("Content-Type", "application/json");
  if (seen) headers.set("If-Match", `"${seen}"`);
  const sent = body ? { method: "POST", body: JSON.stringify(body), headers } : { headers };
  const reply = await fetch(address + path, sent);
  if (!reply.ok) throw new Error(((await reply.json()) as Schemas["Problem"]).detail);
  return (await reply.json()) as T;
}

/** Returns what facts come to, by their types. */
function pointsOf(facts: Schemas["NamedFact"][]): number {
  let points = 0;
  for (const { event } of facts) {
    if (event.type === "arena.VictoryPointsGained") points += event.points;
    else if (event.type === "arena.CardDrawn") event.card satisfies string | null;
  }
  return points;
}

/** Returns the points on the board, which only one of the games has. */
function pointsOn(scene: Schemas["NamedScene"]): number {
  if (scene.game !== "arena") throw new Error(`nobody plays ${scene.game} here`);
  return scene.board.points.reduce((sum, points) => sum + points, 0);
}

const match: Schemas["NewMatch"] = { game: "arena", options: { chapter: 1 }, seats: 2 };
const opened = await read<Schemas["OpenedMatch"]>("/matches", "", match);
const tokens: string[] = [];
let last: Schemas["Reply"] | undefined;
for (const [seat, claim] of opened.claims.entries()) {
  const body: Schemas["Claim"] = { player: `p${seat}`, nonce: "7f3a" };
  const taken = await read<Schemas["Taken"]>(`/matches/${opened.match}/seats/${seat}/claim`, claim, body);
  tokens.push(taken.token);
  last = taken;
}
while (last?.scene.question && last.ply < LONGEST) {
  const seat = last.scene.question.seat;
  if (seat === null) throw new Error("chance answers at once");
  const scene = await read<Schemas["NamedScene"]>(`/matches/${opened.match}`, tokens[seat]);
  const { options, least } = scene.question!;
  if (options === null) throw new Error("the question is for somebody else");
  const answer: Sent = { picks: options.slice(0, Math.max(least, 1)), nonce: "" };
  last = await read<Schemas["Reply"]>(`/matches/${opened.match}/answers`, tokens[seat], answer, last.seq);
}
const { items: facts } = await read<Schemas["FactPage"]>(`/matches/${opened.match}/facts?limit=5000`);
const scene = await read<Schemas["NamedScene"]>(`/matches/${opened.match}`);
console.log(
  JSON.stringify({ match: opened.match, ply: scene.ply, told: pointsOf(facts), stands: pointsOn(scene) }),
);
