/** What teaches on the page of a match, before its own script: a lesson or puzzle, and the questions of a first match. */

import "../../match/panels/lesson.js";
import "../../match/panels/explanation.js";
