/** What one tap of a scribe tells. */

import type { EntryChoice, EntryQuestion } from "../contract.d.ts";

export type Choice = EntryChoice;

/** A question with its answers. */
export type Offered = Pick<EntryQuestion, "question" | "choices">;

/**
 * The second half of a tap: the pick `then` answers the next question of the seat, which is about the card `about` if it
 * has one. `text` stands on its button.
 */
export type SecondPart = { first: string; then: string; about?: string; text: string };
