"use strict";

// A small game for boardgame.io, about the size of chapter 1: four figures on a board; a turn is to walk and to strike.
// It has no hands, no hidden information and no questions in mid-effect, all of which is in boardgame.io's favour.

const FIGURES = 4;
const SPACES = 37;

const game = {
  name: "skirmish",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({
    points: [0, 0],
    figures: Array.from({ length: FIGURES }, (_, i) => ({ seat: i % 2, at: i, hp: 8, statuses: {} })),
  }),
  turn: { minMoves: 2, maxMoves: 2 },
  moves: {
    walk: ({ G }, figure, space) => {
      G.figures[figure].at = space;
    },
    strike: ({ G, random, playerID }, figure) => {
      const struck = G.figures[figure];
      struck.hp -= random.D4();
      if (struck.hp <= 0) {
        struck.hp = 8;
        G.points[Number(playerID)] += 1;
      }
    },
  },
};

/** Returns the action of move number `made`, counted from 0. */
function actionOf(made) {
  const turn = made >> 1;
  const move = made % 2 ? ["strike", (turn + 1) % FIGURES] : ["walk", turn % FIGURES, (made * 7) % SPACES];
  const [type, ...args] = move;
  return { type: "MAKE_MOVE", payload: { type, args, playerID: String(turn % 2) } };
}

module.exports = { game, actionOf };
