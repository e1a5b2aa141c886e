/** The data of pages, and the replies to their scripts that the contract does not describe. */

import type * as GameBoards from "./faces/game/board.d.ts";
import type * as GameEditor from "./faces/game/editor.d.ts";
import type { Act, Choice, ReckonedScene, ReplayPage } from "./contract.d.ts";

/** The module that draws the game of a page. */
export type Boards = typeof GameBoards;

/** The module that edits positions of its game. */
export type Editor = typeof GameEditor;

/** The names and the texts of cards and rules by id. */
export interface Words {
  names: Record<string, string>;
  texts: Record<string, string>;
  /** The languages of texts that are not in the language of the page. */
  languages: Record<string, string>;
  /** A remark that texts of cards are our translations, if they are. */
  translated: string;
}

/** From which a board is drawn: the `board_data` of a game. */
export interface BoardData {
  game: string;
  catalogue: Record<string, any>;
  words: Words;
}

/** The data of a match page. */
export interface MatchData extends BoardData {
  match: string;
  viewer: string;
  seats: number[];
  reveals: AwaitedNonce[];
  bots: number[];
  over: boolean;
  recorded: boolean;
  /** Explanations of a first match, by question. */
  explanations: Record<string, { asked: string; options: Record<string, string> }> | null;
  losses: [number, number, number];
}

/** A seat of this browser whose nonce the match waits for. */
export interface AwaitedNonce {
  seat: number;
  hash: string;
  published: string;
}

/** `GET /m/{match}/question/{seq}`: the open question in words. */
export interface OpenQuestion {
  seq: number;
  asked: boolean;
  seat?: number;
  sentence: string;
  lang?: string;
  rule?: string;
  options: Option[];
}

export interface Option {
  pick: string;
  label: string;
}

/** `GET /m/{match}/possible/{seq}`: the possible answers, and the reasons against the others. */
export interface PossibleChoices {
  sentence: string;
  lang?: string;
  groups: { title: string; choices: PossibleChoice[] }[];
}

/** A choice in words. */
export type PossibleChoice = Choice & { label: string; sentence: string };

/** `GET /m/{match}/updates/{seq}`: later frames, their acts, and the question after the last one. */
export interface Updates extends ReplayPage {
  lang: string;
  acts: Act[];
  question: OpenQuestion;
}

/** A position as the service lays it out, and the reason why no match can go on from it. */
export interface LaidPosition {
  position: string;
  scene: Pick<ReckonedScene, "viewer" | "status" | "players" | "board" | "reckoned">;
  seats: number;
  trouble: string;
  rule: string;
  /** The cards without a place, by the parts of the position. */
  unseen: Record<string, string[]>;
}

/** The data of a judge's desk. */
export interface DeskData extends BoardData {
  match: string;
  judge: string;
  over: boolean;
  recorded: boolean;
  players: string[];
}

/** Runs an action of a page, and shows its refusal. */
export type Attempt = (action: () => unknown) => Promise<void>;

/** `POST /m/{match}/record/position`: a position at a real table, and the facts of the effect under way. */
export type TableLayout = Pick<LaidPosition, "position" | "scene" | "seats" | "unseen"> & { told: string[] };
