/** Recomputes shuffles and draws from seeds, nonces and options. */

import { hmac } from "./bytes.js";
import { CLAIMED, REWOUND, field, isHidden } from "./facts.js";
import { ANSWERED, Reveals } from "./reveals.js";

const CHANCE = -1;

/** The first versions with sorted options, with nonces that seats commit to, and with a beacon. */
const [SORTED, COMMITTED, BEACON] = [3, 4, 5];

/** Returns the key (bytes) of a line. */
export function keyOf(version, seed, nonces) {
  if (version === 1) return hmac(seed, nonces.join("\n"));
  const pieces = nonces.flatMap((nonce) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(nonce));
    return [length, Buffer.from(nonce)];
  });
  return hmac(seed, ...pieces);
}

/** Returns the ranks (bytes) of `count` options in the draw with a number. */
export const ranks = (key, number, count) =>
  Array.from({ length: count }, (_, index) => hmac(key, `${number}:${index}`));

/** Returns `options` in the order of the draw with this number. */
export function order(key, number, options) {
  const ranked = ranks(key, number, options.length).map((rank, index) => ({ rank, option: options[index] }));
  return ranked.sort((left, right) => Buffer.compare(left.rank, right.rank)).map(({ option }) => option);
}

/** Returns whether texts are in the order of their bytes, and so of their code points. */
const isSorted = (texts) =>
  texts.every(
    (text, index) => index === 0 || Buffer.compare(Buffer.from(texts[index - 1]), Buffer.from(text)) <= 0,
  );

/** Returns the numbers of `checked` and `unchecked` draws, and the findings as `found`. */
export function checkDraws({ facts }, lines) {
  const version = field(facts[0], "shuffle", 1);
  const result = { checked: 0, unchecked: 0, found: [] };
  const finding = (seq, sentence) => result.found.push({ seq, what: "shuffle", sentence });
  if (![1, 2, SORTED, COMMITTED, BEACON].includes(version))
    finding(1, `There is no version ${version} of the shuffle.`);
  const seatNonces = [];
  let answerNonces = [];
  let number = 0;
  const reveals = new Reveals(facts[0]);
  for (const fact of facts) {
    if (version >= COMMITTED) for (const sentence of reveals.follow(fact)) finding(fact.seq, sentence);
    if (fact.type === CLAIMED) seatNonces[field(fact, "seat", 0)] = field(fact, "nonce", "");
    if (fact.type === REWOUND) [answerNonces, number] = [[], 0];
    if (fact.type !== ANSWERED) continue;
    if (field(fact, "seat", 0) !== CHANCE) {
      answerNonces.push(...[field(fact, "nonce", "")].filter(Boolean));
      continue;
    }
    number += 1;
    const [seed, picks, options] = [
      lines.seedAt(fact.seq),
      field(fact, "picks", []),
      field(fact, "options", []),
    ];
    const hasOptions = options.length > 0 || isHidden(fact, "options");
    if (version >= SORTED && !hasOptions && (picks.length > 0 || isHidden(fact, "picks"))) {
      finding(fact.seq, `Fact ${fact.seq} does not tell what lay before chance.`);
    } else if (
      version < SORTED ||
      seed === undefined ||
      isHidden(fact, "options") ||
      isHidden(fact, "picks")
    ) {
      result.unchecked += 1;
    } else if (!isSorted(options)) {
      finding(fact.seq, `What lay before chance at fact ${fact.seq} was not in order.`);
    } else {
      const nonces = version >= COMMITTED ? reveals.lineValues() : [...seatNonces, ...answerNonces];
      const again = order(keyOf(version, seed, nonces), number, options).slice(0, picks.length);
      if (JSON.stringify(again) === JSON.stringify(picks)) result.checked += 1;
      else
        finding(
          fact.seq,
          `What chance drew at fact ${fact.seq} does not follow from the seed and the nonces.`,
        );
    }
  }
  return result;
}
