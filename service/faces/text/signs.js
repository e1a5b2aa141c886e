/** Terms of any game: they have no signs. */

export const sign = () => "";
