"use strict";

// node boardgame_players.js PORT SECONDS MATCHES
// Plays so many matches at once on a boardgame.io server, a socket each, and prints moves/s and the p50 and p99 in ms
// from sending a move to hearing its outcome.

const { io } = require("socket.io-client");
const { actionOf, game } = require("./skirmish.js");

const [port, seconds, matches] = process.argv.slice(2).map(Number);
const waits = [];
let end = Infinity;

/** Opens a match; returns a function that plays it until the end. */
async function open(number) {
  const match = `${process.pid}-${number}`;
  const socket = io(`http://127.0.0.1:${port}/${game.name}`, { transports: ["websocket"] });
  const synced = new Promise((resolve) => socket.once("sync", resolve));
  socket.emit("sync", match, "0", undefined, 2);
  await synced;
  return async () => {
    for (let made = 0; performance.now() < end; made++) {
      const before = performance.now();
      const heard = new Promise((resolve) => socket.once("update", (_, state) => resolve(state)));
      const action = actionOf(made);
      socket.emit("update", action, made, match, action.payload.playerID);
      const state = await heard;
      waits.push(performance.now() - before);
      if (state._stateID !== made + 1) throw new Error(`move ${made + 1} led to state ${state._stateID}`);
    }
    socket.disconnect();
  };
}

async function main() {
  const opened = await Promise.all(Array.from({ length: matches }, (_, number) => open(number)));
  const start = performance.now();
  end = start + seconds * 1000;
  await Promise.all(opened.map((play) => play()));
  const spent = (performance.now() - start) / 1000;
  waits.sort((a, b) => a - b);
  const part = (share) => waits[Math.floor(share * (waits.length - 1))];
  console.log(JSON.stringify({ "moves/s": waits.length / spent, p50: part(0.5), p99: part(0.99) }));
}

main().then(() => process.exit(0));
