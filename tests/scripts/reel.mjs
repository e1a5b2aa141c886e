/** A match as the service sends it in frames: seven facts, of which three are answers. */

const scene = {
  seq: 1,
  ply: 0,
  board: { active: "", round: 0, hp: { ARI: 3 } },
  players: ["Ada", "Grace"],
  question: { seat: 0 },
};

/** What each fact after the first changes: [path, value], or [path] alone for what is there no more. */
const CHANGES = [
  [[["board", "active"], "ARI"]],
  [
    [["ply"], 1],
    [["board", "hp", "ARI"], 2],
    [["question"], { seat: 1 }],
  ],
  [[["ply"], 2], [["board", "round"], 1], [["board", "active"], "MIC"], [["question"]]],
  [
    [["left"], { from: 3 }],
    [["question"], { seat: 1 }],
  ],
  [[["ply"], 3], [["board", "hp", "ARI"], 0], [["question"]]],
  [[["ended"], { winners: [1] }]],
];

export const FRAMES = CHANGES.map((changes, n) => ({
  seq: n + 2,
  by: n ? "ARI" : undefined,
  along: n === 1 ? ["e4", "d4"] : undefined,
  changes,
}));

/** Returns what asks for the frames after a fact, at most `most` of them at once, of the first `facts` facts. */
export const reel =
  (most = FRAMES.length, facts = FRAMES.length + 1) =>
  async (after) => {
    const rest = FRAMES.filter(({ seq }) => seq > after && seq <= facts);
    return {
      first: structuredClone(scene),
      items: rest.slice(0, most),
      next: rest.length > most ? "more" : null,
    };
  };

/** What a face tells of its game. */
export const boards = {
  turnPaths: ["board.active"],
  roundPaths: ["board.round"],
  mark: (path, value, before) => (path[1] === "hp" && value === 0 && before().hp.ARI === 2 ? "ko" : ""),
};
