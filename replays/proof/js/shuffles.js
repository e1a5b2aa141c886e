/** Shuffles and draws, made again from seeds, nonces and options. */

import { hmac } from "./bytes.js";
import { CLAIMED, REWOUND, field, hidden } from "./facts.js";

const ANSWERED = "core.Answered";
const CHANCE = -1;

/** Returns the key (bytes) of a line. */
export function keyOf(version, seed, nonces) {
  if (version === 1) return hmac(seed, nonces.join("\n"));
  const told = nonces.flatMap((nonce) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(nonce));
    return [length, Buffer.from(nonce)];
  });
  return hmac(seed, ...told);
}

/** Returns the ranks (bytes) of so many options in the draw of a number. */
export const ranks = (key, number, count) =>
  Array.from({ length: count }, (_, place) => hmac(key, `${number}:${place}`));

/** Returns `options` in the order that chance gives them. */
export function order(key, number, options) {
  const ranked = ranks(key, number, options.length).map((rank, place) => ({ rank, option: options[place] }));
  return ranked.sort((one, other) => Buffer.compare(one.rank, other.rank)).map(({ option }) => option);
}

/** Tells whether texts are in the order of their code points, which is that of their bytes. */
const inOrder = (texts) =>
  texts.every(
    (text, place) => place === 0 || Buffer.compare(Buffer.from(texts[place - 1]), Buffer.from(text)) <= 0,
  );

/** Returns how many draws were `checked`, how many could not be, and what was `found`. */
export function shuffles({ facts }, lines) {
  const version = field(facts[0], "shuffle", 1);
  const result = { checked: 0, unchecked: 0, found: [] };
  const finding = (seq, sentence) => result.found.push({ seq, what: "shuffle", sentence });
  if (![1, 2, 3].includes(version)) finding(1, `There is no version ${version} of the shuffle.`);
  const seats = [];
  let stirred = [];
  let number = 0;
  for (const fact of facts) {
    if (fact.type === CLAIMED) seats[field(fact, "seat", 0)] = field(fact, "nonce", "");
    if (fact.type === REWOUND) [stirred, number] = [[], 0];
    if (fact.type !== ANSWERED) continue;
    if (field(fact, "seat", 0) !== CHANCE) {
      stirred.push(...[field(fact, "nonce", "")].filter(Boolean));
      continue;
    }
    number += 1;
    const [seed, picks, options] = [
      lines.seedAt(fact.seq),
      field(fact, "picks", []),
      field(fact, "options", []),
    ];
    const told = options.length > 0 || hidden(fact, "options");
    if (version === 3 && !told && (picks.length > 0 || hidden(fact, "picks"))) {
      finding(fact.seq, `Fact ${fact.seq} does not tell what lay before chance.`);
    } else if (version < 3 || seed === undefined || hidden(fact, "options") || hidden(fact, "picks")) {
      result.unchecked += 1;
    } else if (!inOrder(options)) {
      finding(fact.seq, `What lay before chance at fact ${fact.seq} was not in order.`);
    } else {
      const again = order(keyOf(version, seed, [...seats, ...stirred]), number, options).slice(
        0,
        picks.length,
      );
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
