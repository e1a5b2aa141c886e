/** The differences of two scenes, which both boards mark. */

/** Returns the differences of `now` from `was` as `{path, was, now}`, with paths from the scene. */
export function differences(was, now, path = []) {
  if (was === now) return [];
  if (!isTree(was) || !isTree(now) || Array.isArray(was) !== Array.isArray(now)) return [{ path, was, now }];
  if (Array.isArray(was) && was.length !== now.length) return [{ path, was, now }];
  return [...new Set([...Object.keys(was), ...Object.keys(now)])].flatMap((key) =>
    differences(was[key], now[key], [...path, Array.isArray(was) ? Number(key) : key]),
  );
}

const isTree = (value) => typeof value === "object" && value !== null;

/** Returns the paths on the board at which two scenes differ. */
export const listDifferences = (one, other) =>
  differences(one.board, other.board, ["board"]).map(({ path }) => path);
