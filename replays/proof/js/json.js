/**
 * Reads JSON by the one grammar of records, so that every checker reads the same.
 *
 * It is I-JSON (RFC 7493) with whole numbers alone: UTF-8 without a byte order mark and without lone surrogates, no name twice in one
 * object, numbers in plain form below 2^53, and at most 64 nested objects and lists.
 */

const MAX_DEPTH = 64;
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/gsu;
const WORDS = ["true", "false", "null"];

/** Returns the text of `source`, bytes or text, or throws. */
function decode(source) {
  const text =
    typeof source === "string"
      ? source
      : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(source);
  if (text.startsWith("\ufeff")) throw new Error("This is no record: it begins with a byte order mark.");
  return text;
}

/**
 * Returns the value in `source`, bytes or text, or throws. `onObject` gets the path and the text of each object and list without white
 * space, with names in the order of the file.
 */
export function parseJson(source, onObject = () => {}) {
  const text = decode(source);
  const value = JSON.parse(text);
  const tokens = text.match(TOKEN);
  let at = 0;
  const readText = (token) => {
    const content = JSON.parse(token);
    if (!content.isWellFormed()) throw new Error("This is no record: a text holds half of a surrogate pair.");
    return JSON.stringify(content);
  };
  const readValue = (path) => {
    const first = tokens[at++];
    if (first.startsWith('"')) return readText(first);
    if (first !== "{" && first !== "[") {
      if (!WORDS.includes(first)) checkNumber(first);
      return first;
    }
    if (path.length >= MAX_DEPTH)
      throw new Error(`This is no record: it nests more than ${MAX_DEPTH} objects and lists.`);
    const names = new Set();
    const parts = [];
    while (!["}", "]"].includes(tokens[at])) {
      if (tokens[at] === ",") at += 1;
      if (first === "[") {
        parts.push(readValue([...path, parts.length]));
        continue;
      }
      const quoted = readText(tokens[at]);
      if (names.has(quoted)) throw new Error(`This is no record: it tells ${quoted} twice in one place.`);
      names.add(quoted);
      at += 2;
      parts.push(`${quoted}:${readValue([...path, JSON.parse(quoted)])}`);
    }
    const whole = `${first}${parts.join(",")}${tokens[at++]}`;
    onObject(path, whole);
    return whole;
  };
  readValue([]);
  return value;
}

function checkNumber(token) {
  if (!/^-?(0|[1-9][0-9]*)$/.test(token) || token === "-0" || !Number.isSafeInteger(Number(token)))
    throw new Error(`This is no record: ${token} is no whole number below 2^53 in plain form.`);
}
