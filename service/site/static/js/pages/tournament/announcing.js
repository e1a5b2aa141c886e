/** Opening a tournament: the event is in the time zone of this browser, unless the organizer chooses another. */

import { find } from "../../lib/dom.js";

const zone = find("zone");
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const isKnown = [...find("zones").options].some((option) => option.value === timeZone);
if (isKnown && !("chosen" in zone.dataset)) zone.value ||= timeZone;
