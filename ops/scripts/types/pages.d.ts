/** The data of pages, and the replies to their scripts that the contract does not describe. */

import type * as GameBoards from "./faces/game/board.d.ts";
import type * as GameEditor from "./faces/game/editor.d.ts";
import type { Act, CaseSummary, Choice, Match, ReckonedScene, ReplayPage } from "./contract.d.ts";

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
  explanations: Record<string, Explanation> | null;
  losses: Losses;
}

/** The explanation of a question of a first match, and of its options. */
export interface Explanation {
  asked: string;
  options: Record<string, string>;
  idea: string;
  rules: string[];
}

/** The least losses of chances that count as a slip, a mistake and a blunder. */
export type Losses = [number, number, number];

/** A seat of this browser whose nonce the match waits for. */
export interface AwaitedNonce {
  seat: number;
  hash: string;
  published: string;
}

/** `GET /m/{match}/table`: the seats, the agreements, and the possible actions of this browser. */
export interface MatchTable {
  seq: number;
  status: Match["status"];
  now: string | null;
  seat: number | null;
  asked: number | null;
  seats: TableSeat[];
  reveals: AwaitedNonce[];
  cases: Pick<CaseSummary, "number" | "by" | "status">[];
  pausedBy: string;
  pauses: number[];
  draws: number[];
  takebacks: number[];
  standIns: number[];
  standIn: { leaver: number; bot: string; level: string } | null;
  leavers: number[];
  declined: { seat: number; what: "draw" | "pause" | "standin" | "takeback" } | null;
  answers: number;
  rematch: string;
  /** The fact before the last answer of a study that this browser plays alone, or 0. */
  undo: number;
  /** The actions of the seat besides answers. */
  may: string[];
}

/** A seat; free seats that this browser may fill have a link. */
export interface TableSeat {
  id: string | null;
  player: string | null;
  account: boolean;
  called: string;
  bot: boolean;
  mine: boolean;
  retired: boolean;
  standIn: boolean;
  link?: string;
}

/** `GET /m/{match}/summary`, once the match is over. */
export interface MatchSummary {
  over: boolean;
  ended: { winners: number[] };
  players: (string | null)[];
  why: string;
  conceded: number | null;
  rule: string;
  sentence: string;
  sides: string[];
  rounds: { round: number; seq: number; scores: number[] }[];
  scores: number[];
  turn: number;
  leads: number[];
}

/** `GET /m/{match}/question/{seq}`: the open question in words. */
export interface OpenQuestionData {
  /** The answer in the match that a study goes on from, while both agree. */
  origin_answer?: string[] | null;
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
export type PossibleChoice = Choice & { label: string; sentence: string; reason: string };

/** `GET /m/{match}/updates/{seq}`: later frames, their acts, and the question after the last one. */
export interface Updates extends ReplayPage {
  lang: string;
  acts: Act[];
  question: OpenQuestionData;
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
