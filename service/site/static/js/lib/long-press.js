/** A finger that rests on a thing reads it, as a mouse does that rests there; lifting it then chooses nothing. */

const REST = 450; // milliseconds that a finger rests
const SLOP = 10; // pixels that it may tremble meanwhile

const readers = new WeakMap();

/** Lets a long press on `element` call `tell`. */
export const onLongPress = (element, tell) => readers.set(element, tell);

let pressing;
let from = [0, 0];
let told = false;

const end = () => {
  clearTimeout(pressing);
  pressing = undefined;
};

addEventListener(
  "pointerdown",
  (event) => {
    end();
    told = false;
    if (event.pointerType !== "touch") return;
    const thing = /** @type {Element} */ (event.composedPath().find((each) => readers.has(each)));
    if (!thing) return;
    from = [event.clientX, event.clientY];
    pressing = setTimeout(() => {
      told = true;
      if (thing.isConnected) readers.get(thing)();
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
    if (!told) return;
    told = false;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
