"use strict";

// node boardgame_players.js boardgame PORT MATCHES MOVES
// Plays so many matches at once on a boardgame.io server, a socket each, where there is no gcc for the lean client; it
// reads the same lines, SECONDS ANSWERS RATE, and prints the same JSON. A match ends after MOVES moves.

const { createInterface } = require("readline");
const { io } = require("socket.io-client");
const { actionOf, game } = require("./skirmish.js");

const [port, matches, moves] = process.argv.slice(3).map(Number);
let opened = 0;
let waits = [];
let limits = { end: 0, left: 0 };

/** Connects; returns a function that plays, one match after the other, until a limit is reached. */
async function connect() {
  const socket = io(`http://127.0.0.1:${port}/${game.name}`, { transports: ["websocket"] });
  const join = async (match) => {
    const synced = new Promise((resolve) => socket.once("sync", resolve));
    socket.emit("sync", match, "0", undefined, 2);
    await synced;
    return match;
  };
  const open = () => join(`${process.pid}-${opened++}`);
  let match = await open();
  let made = 0;
  return async (rate, place) => {
    let due = rate ? performance.now() + (1000 * place) / rate : 0;
    for (;;) {
      const early = due - performance.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      if (performance.now() > limits.end || limits.left-- <= 0) return;
      const before = due && early <= 0 ? due : performance.now();
      if (due) due += (1000 * matches) / rate;
      const heard = new Promise((resolve) => socket.once("update", (_, state) => resolve(state)));
      const action = actionOf(made);
      socket.emit("update", action, made, match, action.payload.playerID);
      const state = await heard;
      waits.push(performance.now() - before);
      if (state._stateID !== ++made) throw new Error(`move ${made} led to state ${state._stateID}`);
      if (made === moves) [match, made] = [await open(), 0];
    }
  };
}

async function main() {
  const players = await Promise.all(Array.from({ length: matches }, connect));
  for await (const line of createInterface({ input: process.stdin })) {
    const [seconds, answers, rate] = line.split(" ").map(Number);
    const [start, busy] = [performance.now(), process.cpuUsage()];
    waits = [];
    limits = { end: seconds ? start + 1000 * seconds : Infinity, left: answers || Infinity };
    await Promise.all(players.map((play, place) => play(rate, place)));
    const spent = (performance.now() - start) / 1000;
    const { user, system } = process.cpuUsage(busy);
    waits.sort((a, b) => a - b);
    const part = (share) => waits[Math.floor(share * (waits.length - 1))];
    const given = waits.length;
    const reading = { answers: given, "answers/s": given / spent, p50: part(0.5), p99: part(0.99), looks: 0 };
    console.log(JSON.stringify({ ...reading, "client µs": (user + system) / given }));
  }
}

main().then(() => process.exit(0));
