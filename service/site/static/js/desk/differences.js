/** What differs between two scenes, for both boards to mark it. */

/** Returns what of `now` is not as it was in `was`: `{path, was, now}` each, its path from the scene. */
export function differences(was, now, path = []) {
  if (was === now) return [];
  if (!isTree(was) || !isTree(now) || Array.isArray(was) !== Array.isArray(now)) return [{ path, was, now }];
  if (Array.isArray(was) && was.length !== now.length) return [{ path, was, now }];
  return [...new Set([...Object.keys(was), ...Object.keys(now)])].flatMap((key) =>
    differences(was[key], now[key], [...path, Array.isArray(was) ? Number(key) : key]),
  );
}

const isTree = (value) => typeof value === "object" && value !== null;

/** Returns the paths on the board by which two scenes differ. */
export const differing = (one, other) =>
  differences(one.board, other.board, ["board"]).map(({ path }) => path);
