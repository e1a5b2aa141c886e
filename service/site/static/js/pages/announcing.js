/** Opening a tournament: the event is in the time zone of this browser, unless the organizer chooses another. */

import { find } from "../lib/dom.js";

const zone = find("zone");
if (!("chosen" in zone.dataset)) zone.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
