/** What the board of Villainous draws: its scene as the API has it, its printed facts, and a Realm to draw. */

import type * as contract from "../../contract.d.ts";
import type { About, Change, Motion, View as AnyView } from "../../replay/view.js";

export type Board = contract.VillainousBoard;
export type InPlay = contract.VillainousInPlay;
export type Pile = contract.VillainousPile;
export type Scene = contract.VillainousScene;
export type State = contract.VillainousRealm;
export type { About, Change, Motion };

export type Action =
  | "gain_power"
  | "play_card"
  | "activate"
  | "discard_cards"
  | "fate"
  | "vanquish"
  | "move_item_or_ally"
  | "move_hero";

/** A symbol of a location or a card. */
export type Symbol = { action: Action; amount: number };

export type Location = { id: string; top: Symbol[]; bottom: Symbol[] };

export interface Card {
  id: string;
  kind: string;
  provenance: string;
  cost?: number;
  strength?: number;
  activation?: number | null;
  attach?: string;
  guard?: boolean;
  grants?: Symbol | null;
}

export type Villain = { id: string; locations: Location[]; villain: Card[]; fate: Card[] };

type Look = { crest: string; light: string; dark: string; pattern: string };

export type Catalogue = { villains: Villain[]; looks: Record<string, Look> };

export type View = AnyView & { catalogue: Catalogue; cards: Map<string, Card> };

/** The effects of the last answer in a Realm. */
export interface Traces {
  /** The former location of the mover, if it has walked. */
  came: string;
  /** The former locations of cards. */
  left: Map<string, string>;
  /** The change of Power. */
  gained: number;
  /** The changed parts, such as `power` and `cards.smee`. */
  fresh: Set<string>;
}

/** A Realm to draw. */
export interface Realm {
  board: { used: string[] };
  seat: number;
  state: State;
  player: string | null;
  active: boolean;
  ended: boolean;
  holdsToken: boolean;
  /** Whether its hand lies in the dock. */
  docked: boolean;
  /** Whether its open cards lie apart from it. */
  apart: boolean;
  /** The card for which a place is being chosen, or nothing. */
  placed: string;
  traces: Traces;
}

/** A card in play with its position. */
export type Position = [card: string, position: InPlay];
