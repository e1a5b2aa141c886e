"use strict";

// node server.js
// A boardgame.io server on a free port of this machine, which it prints. Its matches live in files in the directory
// FLATFILE_DIR of the environment, or in memory. It ends with its standard input.

console.log = console.error; // boardgame.io writes there; of standard output we want the port alone

const { Server } = require("boardgame.io/server");
const { game } = require("./skirmish.js");

async function main() {
  const server = Server({ games: [game], origins: ["http://127.0.0.1"] });
  const { appServer } = await server.run({ port: { host: "127.0.0.1", port: 0 } });
  process.stdout.write(`${appServer.address().port}\n`);
  process.stdin.resume();
  process.stdin.on("end", () => process.exit(0));
}

main();
