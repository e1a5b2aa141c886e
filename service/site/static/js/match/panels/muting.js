/** The players whose phrases this browser hides: some by name, or everybody. The browser stores both. */

import { find } from "../../lib/dom.js";
import { store, storedValue } from "../../lib/preferences.js";
import { emit } from "../events.js";

const NAMES = "recount.muted";
const ALL = "recount.muted.all";
const MAX_NAMES = 200;

/** @type {string[]} */
let names = storedValue(NAMES, []);

/** Whether the phrases of a player are hidden. */
export const isMuted = (name) => find("mute-all").checked || names.includes(name);

/** Whether the player is muted by name. */
export const isMutedByName = (name) => names.includes(name);

/** Mutes a player, or ends that. */
export function toggleMute(name) {
  names = names.includes(name) ? names.filter((each) => each !== name) : [...names, name].slice(-MAX_NAMES);
  store(NAMES, names);
  emit("muted", names);
}

find("mute-all").checked = storedValue(ALL, false);
find("mute-all").addEventListener("change", ({ target }) => {
  store(ALL, target.checked);
  emit("muted", names);
});
