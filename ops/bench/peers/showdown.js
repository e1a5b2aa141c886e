"use strict";

// node showdown.js SECONDS
// Pokemon Showdown, random gen 9 battles: prints log lines/s over its stream, each battle between two of its random
// players, and the ms it takes to simulate a whole battle again from its input log, which is how it looks back.

const { BattleStream, getPlayerStreams, Teams } = require("pokemon-showdown");
const { RandomPlayerAI } = require("pokemon-showdown/dist/sim/tools/random-player-ai.js");

const FORMAT = "gen9randombattle";

/** Plays a battle over the stream; returns its log and its input log. */
async function play() {
  const stream = new BattleStream();
  const streams = getPlayerStreams(stream);
  for (const seat of ["p1", "p2"]) void new RandomPlayerAI(streams[seat]).start();
  const player = (name) => JSON.stringify({ name, team: Teams.pack(Teams.generate(FORMAT)) });
  void streams.omniscient.write(
    `>start {"formatid":"${FORMAT}"}\n>player p1 ${player("One")}\n>player p2 ${player("Two")}`,
  );
  for await (const chunk of streams.omniscient) void chunk;
  return { lines: stream.battle.log.length, input: stream.battle.inputLog };
}

/** Simulates a battle again; returns the ms it took. */
function simulate({ input, lines }) {
  const before = performance.now();
  const stream = new BattleStream({ keepAlive: true });
  for (const line of input) stream._writeLines(line);
  const spent = performance.now() - before;
  if (stream.battle.log.length !== lines) throw new Error("the battle went another way");
  return spent;
}

async function main() {
  const seconds = Number(process.argv[2]);
  for (let warm = 0; warm < 5; warm++) await play();
  const battles = [];
  const start = performance.now();
  while (performance.now() - start < seconds * 1000) battles.push(await play());
  const spent = (performance.now() - start) / 1000;
  const again = battles
    .slice(-20)
    .map(simulate)
    .sort((a, b) => a - b);
  const lines = battles.reduce((sum, battle) => sum + battle.lines, 0);
  console.log(
    JSON.stringify({
      "lines/s": lines / spent,
      "battles/s": battles.length / spent,
      ms: again[again.length >> 1],
    }),
  );
}

main();
