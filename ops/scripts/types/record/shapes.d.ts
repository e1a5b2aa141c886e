/** What the page of a scribe has, and what one tap tells. */

import type { EntriesReply, EntryChoice, EntryQuestion, EntryRefusal } from "../contract.d.ts";
import type { BoardData, Boards, Editor } from "../pages.d.ts";
import type { About, View } from "../replay/view.js";
import type { TwoParts } from "./two-parts.js";

/** The data of the page. */
export interface RecordData extends BoardData {
  match: string;
  players: string[];
}

/** The modules of its game, and what plays a tone. */
export interface RecordTools {
  boards: Boards;
  editor: Editor;
  tone: (name: "entered" | "refused") => void;
}

export type Choice = EntryChoice;
export type Question = EntryQuestion["question"];

/** A question with its answers. */
export type Offered = Pick<EntryQuestion, "question" | "choices">;

/** A fact that follows from an entry. */
export type Fact = EntriesReply["entries"][number]["facts"][number];

/** An answer to one of the next questions, and what finds the one after it. */
export type Found = { question: Question; pick: string; label: string; next?: Next };

/** Finds an answer among the questions after an entry, from which `facts` followed. */
export type Next = (questions: EntryQuestion[], facts: Fact[]) => Found | undefined;

/**
 * The second half of a tap: the pick `then` answers the next question of the seat, which is about the card `about` if it
 * has one. `text` stands on its button.
 */
export type SecondPart = { first: string; then: string; about?: string; text: string };

/** What the page refuses, in words. */
export type RefusalText = Pick<EntryRefusal, "sentence" | "rule">;

/** What a game offers to the page: answers that one tap tells together. */
export interface Scribing {
  /** The combined picks for the moves among `options`, with their labels. */
  combine(scene: any, options: View["options"], view: View): View["options"];
  following(pick: string, offered: Offered, scene: any, view: View): SecondPart[];
  placesOf(card: string, pick: string, scene: any, view: View): SecondPart[];
  /** Whether one of the cards that an answer reveals is chosen next. */
  choosesRevealed(pick: string): boolean;
}

/** A pick for a seat, and what finds the one after it. */
export type Target = { seat: number | null; pick: string; label: string; next?: Next };

/** What the list of answers shows and calls. */
export interface AnswersOptions {
  players: string[];
  answer: (seat: number | null, picks: string[], label: string, next?: Next) => unknown;
  about: (pick: string, prompt: string) => About | undefined;
  show: () => void;
  parts: TwoParts;
}
