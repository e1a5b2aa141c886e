/** Where somebody looks at a match, and the line to it: every transition, without a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { after, missed, playing, startState } from "../../service/site/static/js/match/states.js";

/** The state after a list of events, each a name or [name, change]. */
const through = (state, ...events) =>
  events.map((each) => [each].flat()).reduce((now, [event, change]) => after(now, event, change), state);

const live = startState({ first: 1, last: 89 });
const at = ({ name, seq, last }) => [name, seq, last];

test("a page opened without a moment is live, also when it is opened again", () => {
  assert.deepEqual(at(live), ["live", 89, 89]);
});

test("a page opened at a moment looks back; one opened at the last fact is live", () => {
  assert.deepEqual(at(startState({ first: 1, last: 89, seq: 73 })), ["back", 73, 89]);
  assert.deepEqual(at(startState({ first: 1, last: 89, seq: 89 })), ["live", 89, 89]);
  assert.deepEqual(at(startState({ first: 1, last: 89, seq: 500 })), ["live", 89, 89]);
});

test("facts that come while the question is being looked up are played, and stop nobody from following", () => {
  const grown = through(live, ["arrived", { last: 105 }]);
  assert.ok(playing(grown));
  assert.deepEqual(at(through(grown, ["asked", { seq: 89 }])), ["live", 89, 105]);
  assert.deepEqual(at(through(grown, ["played", { seq: 97 }], ["played", { seq: 105 }])), ["live", 105, 105]);
});

test("facts that are being played can be skipped", () => {
  assert.deepEqual(at(through(live, ["arrived", { last: 219 }], "skipped")), ["live", 219, 219]);
});

test("who looks back is moved by nobody, and told how many facts came since", () => {
  const back = through(
    live,
    ["went", { seq: 40 }],
    ["arrived", { last: 95 }],
    ["went", { seq: 30 }],
    ["arrived", { last: 101 }],
  );
  assert.deepEqual(at(back), ["back", 30, 101]);
  assert.equal(missed(back), 12);
  assert.deepEqual(at(through(back, "wentLive")), ["live", 101, 101]);
  assert.equal(missed(through(back, "wentLive")), 0);
});

test("who goes to the last fact follows the match again", () => {
  assert.deepEqual(
    at(through(live, ["went", { seq: 40 }], ["went", { seq: 89 }], ["arrived", { last: 90 }])),
    ["live", 89, 90],
  );
});

test("an answer can be sent once, and only by who is asked", () => {
  const deciding = through(live, ["asked", { seq: 89 }]);
  assert.equal(deciding.name, "deciding");
  const sending = through(deciding, "sent");
  assert.equal(sending.name, "sending");
  assert.equal(through(sending, "sent"), sending);
  assert.equal(through(live, "sent"), live);
});

test("what follows an answer is played once it is taken; after a refusal one is asked again", () => {
  const sending = through(live, ["asked", { seq: 89 }], "sent");
  assert.ok(playing(through(sending, ["arrived", { last: 93 }], "accepted")));
  assert.equal(through(sending, "refused", ["asked", { seq: 89 }]).name, "deciding");
});

test("who looks back while an answer is on its way stays there", () => {
  const back = through(
    live,
    ["asked", { seq: 89 }],
    "sent",
    ["went", { seq: 12 }],
    ["arrived", { last: 95 }],
    "accepted",
  );
  assert.deepEqual(at(back), ["back", 12, 95]);
});

test("who was deciding sees what came, and is asked again", () => {
  const deciding = through(live, ["asked", { seq: 89 }]);
  assert.deepEqual(
    at(through(deciding, ["arrived", { last: 91 }], ["played", { seq: 91 }], ["asked", { seq: 91 }])),
    ["deciding", 91, 91],
  );
  assert.equal(through(deciding, ["arrived", { last: 89 }]).name, "deciding");
});

test("what happened since one's turn is played again, up to the last fact", () => {
  const again = through(live, ["asked", { seq: 89 }], ["again", { seq: 60 }]);
  assert.ok(playing(again));
  assert.equal(through(again, ["played", { seq: 89 }], ["asked", { seq: 89 }]).name, "deciding");
});

test("a lost line changes nothing that is seen", () => {
  const lost = through(live, ["asked", { seq: 89 }], "lost");
  assert.deepEqual([lost.name, lost.line], ["deciding", "lost"]);
  assert.equal(through(lost, "found").line, "open");
});

test("an ended match stays ended: no line to it is lost or found", () => {
  const over = through(live, "ended");
  assert.equal(over.line, "over");
  assert.equal(through(over, "lost"), over);
  assert.equal(through(over, "found"), over);
  assert.equal(startState({ first: 1, last: 9, over: true }).line, "over");
});
