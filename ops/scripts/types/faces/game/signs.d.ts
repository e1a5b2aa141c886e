/** What a page finds as `faces/game/signs.js`: the signs of terms. */

export function sign(what: string): Element | string;
