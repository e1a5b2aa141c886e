/** A finger that rests on a thing reads it, as a mouse does that rests there; lifting it then chooses nothing. */

const REST = 450; // milliseconds that a finger rests
const SLOP = 10; // pixels that it may tremble meanwhile

/** @type {WeakMap<EventTarget, () => void>} */
const readers = new WeakMap();

/** Calls `explain` after a long press on `element`. @type {(element: Element, explain: () => void) => void} */
export const onLongPress = (element, explain) => readers.set(element, explain);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let pressing;
let from = [0, 0];
let isExplained = false;

const end = () => {
  clearTimeout(pressing);
  pressing = undefined;
};

addEventListener(
  "pointerdown",
  (event) => {
    end();
    isExplained = false;
    if (event.pointerType !== "touch") return;
    const element = /** @type {Element} */ (event.composedPath().find((each) => readers.has(each)));
    if (!element) return;
    from = [event.clientX, event.clientY];
    pressing = setTimeout(() => {
      isExplained = true;
      if (element.isConnected) readers.get(element)?.();
    }, REST);
  },
  true,
);
addEventListener("pointermove", ({ clientX, clientY }) => {
  if (pressing && Math.hypot(clientX - from[0], clientY - from[1]) > SLOP) end();
});
for (const ended of ["pointerup", "pointercancel"]) addEventListener(ended, end);
addEventListener("contextmenu", (event) => pressing && event.preventDefault());
addEventListener(
  "click",
  (event) => {
    if (!isExplained) return;
    isExplained = false;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
