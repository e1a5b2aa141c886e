/** Silhouettes of our own, one for each character: drawn in a square of 48 by 48, holes by the even-odd rule. */

import { s } from "../../../lib/dom.js";

/** @type {Record<string, string>} */
const OUTLINES = {
  // a pointed hat with a star
  SAM: "M31 3C27 12 34 23 37 32C42 33 45 35 45 38C45 42 35 45 24 45C13 45 3 42 3 38C3 35 6 33 11 32C15 21 20 9 31 3ZM24.5 23L26 26.9L30.2 27.1L27 29.8L28 33.9L24.5 31.6L21 33.9L22 29.8L18.8 27.1L23 26.9Z",
  // an oil lamp
  ALA: "M2 18L9 17C12 22 16 25 20 25C20 20 23 18 26 17A2.6 2.6 0 1 1 30 17C33 18 36 20 36 25C38 24 39 22 41 20C47 18 49 26 44 30C42 32 39 33 37 33C35 37 32 38 29 39L33 45H16L20 39C14 37 10 33 8 28C6 24 5 21 2 18ZM39 29C42 28 44 26 43 24C41 24 40 26 39 29Z",
  // antlers on a shield
  GAS: "M22 34C13 32 7 25 4 12L7.5 11C8.5 15 9.5 18 11 20.5L9 6L12.5 5.5L14.5 21.5C15.5 24 17 25.5 19 27L17.5 13L21 12.5L23 30ZM26 34C35 32 41 25 44 12L40.5 11C39.5 15 38.5 18 37 20.5L39 6L35.5 5.5L33.5 21.5C32.5 24 31 25.5 29 27L30.5 13L27 12.5L25 30ZM17 34H31C31 39 29 43.5 24 46.5C19 43.5 17 39 17 34Z",
  // the tail of a mermaid
  ARI: "M24 20C20 11 9 12 3 4C2 18 10 27 20 29C21 35 18 40 12 45C22 47 33 41 28 29C38 27 46 18 45 4C39 12 28 11 24 20ZM24 24C20 22 14 20 9 14C12 21 17 25 24 27C31 25 36 21 39 14C34 20 28 22 24 24Z",
  // a horned hood
  MAL: "M24 46C14 44 11 36 13 28C5 24 2 14 8 2C10 12 15 17 21 19L24 13L27 19C33 17 38 12 40 2C46 14 43 24 35 28C37 36 34 44 24 46ZM16.5 29L22.5 33L17.5 34ZM31.5 29L25.5 33L30.5 34Z",
  // wings of a bat
  DEM: "M24 15L26 10L28.5 13L29 17C35 10 41 9 47 11C44 16 44 21 45 28C41 25 37 26 35 31C32 28 29 29 28 34L24 45L20 34C19 29 16 28 13 31C11 26 7 25 3 28C4 21 4 16 1 11C7 9 13 10 19 17L19.5 13L22 10Z",
  // a top hat with a feather
  FAC: "M13 9C17 6 27 6 32 8C33 6 38 2 44 2C45 10 41 18 35 24L35 31C41 32 45 34 45 37C45 42 35 44 24 44C13 44 3 42 3 37C3 34 7 32 13 31ZM13 24V27.5C19 30.5 29 30.5 34.5 27.5V24C29 27 19 27 13 24Z",
  // a paw with claws
  SUL: "M24 24C33 24 40 31 40 38C40 44 34 46 29 43C26 42 22 42 19 43C14 46 8 44 8 38C8 31 15 24 24 24ZM4.1 25.4A4.2 5.8 -20 1 0 11.9 22.6A4.2 5.8 -20 1 0 4.1 25.4ZM13.8 15.4A4.2 5.8 -6 1 0 22.2 14.6A4.2 5.8 -6 1 0 13.8 15.4ZM25.8 14.6A4.2 5.8 6 1 0 34.2 15.4A4.2 5.8 6 1 0 25.8 14.6ZM36.1 22.6A4.2 5.8 20 1 0 43.9 25.4A4.2 5.8 20 1 0 36.1 22.6ZM4 15L7 18.5L8.5 17ZM15.5 5L16.8 9.3L19.2 9.3ZM32.5 5L28.8 9.3L31.2 9.3ZM44 15L39.5 17L41 18.5Z",
};

/** @param {string} code */
const outline = (code) => s("path", { class: "silhouette", d: OUTLINES[code], "fill-rule": "evenodd" });

/** Whether a character has a silhouette; one of a later card set may have none, and goes by its letters. @param {string} code */
export const hasOutline = (code) => code in OUTLINES;

/**
 * The silhouette as a part of a drawing, its middle at 0, `size` wide; or the letters.
 * @param {string} code @param {number} size
 */
export const figurine = (code, size) =>
  hasOutline(code)
    ? s("g", { transform: `scale(${size / 48}) translate(-24 -25)` }, outline(code))
    : s("text", { class: "code", y: 1 }, code);

/** The silhouette of a character next to its name, or its letters. @param {string} code */
export const emblem = (code) =>
  hasOutline(code)
    ? s("svg", { class: "emblem", viewBox: "0 0 48 48", "aria-hidden": "true" }, outline(code))
    : code;
