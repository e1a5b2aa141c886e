/** Reads the file of a record or bundle and validates its structure. */

import { parseJson } from "./json.js";

const text = (value) => typeof value === "string";
const number = (value) => Number.isSafeInteger(value);
const object = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const list = (of) => (value) => Array.isArray(value) && value.every(of);
const map = (of) => (value) => object(value) && Object.values(value).every(of);
const or = (other, of) => (value) => value === other || of(value);

/** Returns a test for objects with the `required` fields, and perhaps the `optional` ones. */
const shape =
  (required, optional = {}) =>
  (value) =>
    object(value) &&
    Object.keys(required).every((name) => name in value) &&
    Object.entries(value).every(
      ([name, field]) => new Map(Object.entries({ ...required, ...optional })).get(name)?.(field) ?? false,
    );

const opening = shape({ value: () => true, salt: text });
const fact = shape(
  { seq: number, cause: number, rule: text, type: text, data: object, hash: text },
  { sealed: map(text), opened: map(opening) },
);
const logged = shape({ seq: number, head: text, leaf: number, size: number, path: list(text) });
const receipt = shape({ match: text, seq: number, head: text, at: number, key: text, signature: text });
const record = (format) =>
  shape(
    {
      format: (value) => value === format,
      match: text,
      viewer: text,
      game: text,
      cards: shape({ digest: text }, { data: or(null, object) }),
      facts: (value) => list(fact)(value) && value.length > 0,
    },
    {
      ...{ logged: or(null, logged), checkpoint: text, keys: list(text), receipts: list(receipt) },
      revocations: list(text),
    },
  );
const [MATCH, TOURNAMENT] = ["recount-record/1", "recount-tournament/1"];
const row = shape({ rank: number, player: text, points: text, values: list(text) });
const bundle = shape(
  {
    format: (value) => value === TOURNAMENT,
    record: record(TOURNAMENT),
    standings: list(shape({ stage: number, round: number, rows: list(row) })),
  },
  { standings_note: text, matches: list(record(MATCH)) },
);

/**
 * Returns the record in a file, and the data of its `cards` as text without white space, or throws. A bundle also has `standings` and
 * `matches`, each with a record and `cards`.
 */
export function read(source) {
  const cards = new Map();
  const data = parseJson(source, (path, text) => {
    if (path.at(-2) === "cards" && path.at(-1) === "data") cards.set(JSON.stringify(path), text);
  });
  const document = (fields, ...path) => ({
    cards: cards.get(JSON.stringify([...path, "cards", "data"])) ?? "",
    record: {
      ...{ logged: null, checkpoint: "", keys: [], receipts: [], revocations: [], ...fields },
      facts: fields.facts.map((fact) => ({ sealed: {}, opened: {}, ...fact })),
    },
  });
  if (record(MATCH)(data)) return document(data);
  if (!bundle(data)) throw new Error("This is no record: a field is missing, unknown or of another kind.");
  const { standings, standings_note = "", matches = [] } = data;
  return {
    ...document(data.record, "record"),
    standings,
    standings_note,
    matches: matches.map((match, index) => document(match, "matches", index)),
  };
}
