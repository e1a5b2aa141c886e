/**
 * The states of a match page and all transitions, as pure functions that are tested without a page.
 *
 * Two things vary, each by a table of its own: the shown moment, and the connection to the service.
 *
 *   live      shows the last fact; new facts are played one by one
 *   deciding  live, with a question open to the viewer
 *   sending   an answer is being sent
 *   back      shows a moment that the user chose and only the user leaves
 *
 *   open      facts arrive as they happen
 *   lost      the service is unreachable; the page tries again
 *   over      the match has ended, and the page stops asking
 *
 * @typedef {object} State
 * @property {"live" | "deciding" | "sending" | "back"} name
 * @property {"open" | "lost" | "over"} line
 * @property {number} seq  the shown fact
 * @property {number} first  the first fact
 * @property {number} last  the last loaded fact
 * @property {number} left  the last fact when the user began to look back
 */

/**
 * @typedef {(state: State, change: Partial<State>) => State} Transition
 * @param {State["name"]} name @returns {Transition}
 */

const moved = (name) => (state, change) => ({ ...state, ...change, name });
/** @param {State} state @param {Partial<State>} change @returns {State} */
const stays = (state, change) => ({ ...state, ...change });

/** Goes to a moment. The last moment is live. @param {State} state @returns {State} */
function goes(state, { seq = state.seq }) {
  const to = Math.max(state.first, Math.min(seq, state.last));
  if (to === state.last) return { ...state, name: "live", seq: to };
  return { ...state, name: "back", seq: to, left: state.name === "back" ? state.left : state.last };
}

/** Adds new facts. A deciding player sees them first, and is asked again. @param {State} state @returns {State} */
const withLast = (state, { last = state.last }) =>
  last > state.last ? { ...state, name: "live", last } : state;

/** @type {Record<State["name"], Record<string, Transition>>} */
const LOOKS = {
  live: {
    arrived: stays,
    played: (state, { seq = state.seq }) => stays(state, { seq: Math.min(seq, state.last) }),
    skipped: (state) => stays(state, { seq: state.last }),
    asked: (state, { seq }) =>
      seq === state.seq && seq === state.last ? moved("deciding")(state, {}) : state,
    again: (state, { seq }) => stays(state, { seq }),
    went: goes,
  },
  deciding: {
    arrived: withLast,
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

/** @type {Record<State["line"], Record<string, State["line"]>>} */
const LINES = {
  open: { lost: "lost", ended: "over" },
  lost: { found: "open", ended: "over" },
  over: {},
};

/**
 * The initial state: live, or at fact `seq` if that is not the last.
 * @param {{first: number, last: number, seq?: number, over?: boolean}} options @returns {State}
 */
export function startState({ first, last, seq = 0, over = false }) {
  /** @type {State} */
  const state = { name: "live", line: over ? "over" : "open", seq: last, first, last, left: last };
  return seq ? goes(state, { seq }) : state;
}

/**
 * Returns the state after an event. Events without a meaning in a state change nothing.
 * @param {State} state @param {string} event @param {Partial<State>} [change] @returns {State}
 */
export function after(state, event, change = {}) {
  const line = LINES[state.line][event];
  if (line) return { ...state, line };
  return LOOKS[state.name][event]?.(state, change) ?? state;
}

/** Whether facts are being played: the last one is not shown yet. @param {State} state */
export const playing = ({ name, seq, last }) => name === "live" && seq < last;

/** The number of new facts since the user began to look back. @param {State} state */
export const missed = ({ name, last, left }) => (name === "back" ? last - left : 0);
