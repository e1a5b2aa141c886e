/** The differences of two scenes: paths, which both boards mark, and words. */

/** @import { Path } from "../replay/view.js" */

/** @typedef {{path: Path, was: unknown, now: unknown}} Difference */

/**
 * Returns the differences of `now` from `was` as `{path, was, now}`, with paths from the scene.
 * @param {unknown} was @param {unknown} now @param {Path} [path] @returns {Difference[]}
 */
export function differences(was, now, path = []) {
  if (was === now) return [];
  if (!isTree(was) || !isTree(now) || Array.isArray(was) !== Array.isArray(now)) return [{ path, was, now }];
  if (Array.isArray(was) && was.length !== now.length) return [{ path, was, now }];
  return [...new Set([...Object.keys(was), ...Object.keys(now)])].flatMap((key) =>
    differences(was[key], now[key], [...path, Array.isArray(was) ? Number(key) : key]),
  );
}

/** @param {unknown} value @returns {value is {[key: string]: unknown}} */
const isTree = (value) => typeof value === "object" && value !== null;

/** Returns the paths on the board at which two scenes differ. @param {{board: unknown}} one @param {{board: unknown}} other */
export const listDifferences = (one, other) =>
  differences(one.board, other.board, ["board"]).map(({ path }) => path);

/**
 * Returns what differs in the lines that describe two boards, as `{subject, was, now}`: the parts of a line that only
 * one board has. Lines are about the same subject if their first words are the same.
 * @param {string[]} before @param {string[]} after
 */
export function compareLines(before, after) {
  const gone = before.filter((line) => !after.includes(line)).map(split);
  const fresh = after.filter((line) => !before.includes(line)).map(split);
  const pairs = fresh.map((now) => {
    const at = gone.findIndex((was) => was.subject === now.subject);
    const [was] = at < 0 ? [{ subject: now.subject, parts: [] }] : gone.splice(at, 1);
    return { subject: now.subject, was: without(was.parts, now.parts), now: without(now.parts, was.parts) };
  });
  return [...pairs, ...gone.map(({ subject, parts }) => ({ subject, was: parts, now: [] }))];
}

const ENUMERATION = /^([^(]*:[^(]*?)\s?\(([^()]*, [^()]*)\)$/;

/**
 * Splits a line after its subject and at its commas and semicolons, but within parentheses only in an enumeration.
 * @param {string} line
 */
function split(line) {
  const parts = line.split(/(?:,|\s?;)\s+(?![^(]*\))/).flatMap((part, n) => {
    const [, head, items] = (n > 0 && ENUMERATION.exec(part)) || [];
    return items ? [head, ...items.split(", ")] : [part];
  });
  const colon = /^(.*?)\s?:\s(.*)$/s.exec(parts[0]);
  return colon
    ? { subject: colon[1], parts: [colon[2], ...parts.slice(1)] }
    : { subject: parts.length > 1 ? parts[0] : "", parts: parts.length > 1 ? parts.slice(1) : parts };
}

/** @param {string[]} parts @param {string[]} others */
const without = (parts, others) => parts.filter((part) => !others.includes(part));
