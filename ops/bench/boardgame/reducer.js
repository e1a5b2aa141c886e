"use strict";

// node reducer.js SECONDS
// boardgame.io in memory: prints moves/s of its reducer, and the ms it takes to stand at move 500 again, which is
// what its log panel does to look back: it reduces the moves once more, from the first.

const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");
const { actionOf, game } = require("./skirmish.js");

const MOVES = 500;

const seconds = Number(process.argv[2]);
const reduce = CreateGameReducer({ game });
const actions = Array.from({ length: MOVES }, (_, made) => actionOf(made));

/** Plays to move 500; returns the ms it took. */
function rebuild() {
  const before = performance.now();
  const state = actions.reduce(reduce, InitializeGame({ game, numPlayers: 2 }));
  if (state._stateID !== MOVES) throw new Error(`${state._stateID} moves were made, not ${MOVES}`);
  return performance.now() - before;
}

for (let warm = 0; warm < 10; warm++) rebuild();
const rebuilds = [];
const start = performance.now();
while (performance.now() - start < seconds * 1000) rebuilds.push(rebuild());
const spent = (performance.now() - start) / 1000;
rebuilds.sort((a, b) => a - b);
const result = { "moves/s": (rebuilds.length * MOVES) / spent, ms: rebuilds[rebuilds.length >> 1] };
console.log(JSON.stringify(result));
