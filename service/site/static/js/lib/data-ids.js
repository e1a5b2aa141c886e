/** Things on a board by their ids: spaces, locations, figures and cards. */

const KINDS = ["[data-who]", "[data-thing]", "[data-place]", ".space"];

/** The id of the thing that `element` is on, or nothing. @type {(element: Element) => string} */
export function idAt(element) {
  /** @type {HTMLElement | null} */
  const target = element.closest(KINDS.join(","));
  if (!target) return "";
  const { who, thing: card, place } = target.dataset;
  return who ?? card?.replace(/\*$/, "") ?? place ?? target.querySelector(".name")?.textContent ?? "";
}

/** The elements of `board` that show the thing called `id`. @type {(board: Element, id: string) => any[]} */
export const elementsOf = (board, id) =>
  [...board.querySelectorAll(KINDS.join(","))].filter((element) => idAt(element) === id);
