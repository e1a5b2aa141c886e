/**
 * The states of a match page and every transition between them: pure, so that it can be read and tested without a page.
 *
 * Two things vary, each by a table of its own: where somebody looks, and the line to the service.
 *
 *   live      shows the last fact; what arrives is played up to it, fact by fact
 *   deciding  live, and a question is open to these eyes
 *   sending   an answer is on its way
 *   back      stands at a moment that somebody chose: nothing but themselves moves it
 *
 *   open      facts are told as they happen
 *   lost      the service is not reached; it is tried again
 *   over      the match has ended: nothing more will come, and nobody asks for it
 *
 * @typedef {object} State
 * @property {"live" | "deciding" | "sending" | "back"} name
 * @property {"open" | "lost" | "over"} line
 * @property {number} seq  the fact that is shown
 * @property {number} first  the first fact there is
 * @property {number} last  the last fact that is known
 * @property {number} left  the last fact there was when somebody began to look back
 */

const moved = (name) => (state, change) => ({ ...state, ...change, name });
const stays = (state, change) => ({ ...state, ...change });

/** Goes to a moment: whoever goes to the last one is live. */
function goes(state, { seq }) {
  const to = Math.max(state.first, Math.min(seq, state.last));
  if (to === state.last) return { ...state, name: "live", seq: to };
  return { ...state, name: "back", seq: to, left: state.name === "back" ? state.left : state.last };
}

/** More facts have come: who was deciding sees them first, and is asked again. */
const more = (state, { last }) => (last > state.last ? { ...state, name: "live", last } : state);

const LOOKS = {
  live: {
    arrived: stays,
    played: (state, { seq }) => stays(state, { seq: Math.min(seq, state.last) }),
    skipped: (state) => stays(state, { seq: state.last }),
    asked: (state, { seq }) => (seq === state.seq && seq === state.last ? moved("deciding")(state) : state),
    again: (state, { seq }) => stays(state, { seq }),
    went: goes,
  },
  deciding: {
    arrived: more,
    sent: moved("sending"),
    again: moved("live"),
    went: goes,
  },
  sending: {
    arrived: stays,
    accepted: moved("live"),
    refused: moved("live"),
    went: goes,
  },
  back: {
    arrived: stays,
    wentLive: (state) => moved("live")(state, { seq: state.last }),
    again: moved("live"),
    went: goes,
  },
};

const LINES = {
  open: { lost: "lost", ended: "over" },
  lost: { found: "open", ended: "over" },
  over: {},
};

/** Where a match is begun to be looked at: live, or at fact `seq` if there is one and it is not the last. */
export function begin({ first, last, seq = 0, over = false }) {
  const state = { name: "live", line: over ? "over" : "open", seq: last, first, last, left: last };
  return seq ? goes(state, { seq }) : state;
}

/** Returns the state after an event; what means nothing where one is leaves everything as it was. */
export function after(state, event, change = {}) {
  const line = LINES[state.line][event];
  if (line) return { ...state, line };
  return LOOKS[state.name][event]?.(state, change) ?? state;
}

/** Whether facts are being played: the last one is not shown yet. */
export const playing = ({ name, seq, last }) => name === "live" && seq < last;

/** How many facts have come since somebody began to look back. */
export const missed = ({ name, last, left }) => (name === "back" ? last - left : 0);
