/** What the board of Sorcerer's Arena draws: its scene as the API has it, and its printed facts. */

import type { ArenaBoard, ArenaFigure, ArenaScene } from "../../contract.d.ts";
import type { About, Change, Motion, View as AnyView } from "../../replay/view.js";

export type Board = Omit<ArenaBoard, "options"> & { options: Required<ArenaBoard["options"]> };
export type Scene = Omit<ArenaScene, "board"> & { board: Board };
export type Figure = ArenaFigure;

/** A step of a path into the scene. */
export type Step = Change["path"][number];

export type Instruction = { verb?: string; to?: string; status?: string };
type Provenance = string | Record<string, string>;
export type Text = { name: string; text: string };
type Skill = Text & { does: Instruction[][] };

/** A battle card, of which there are as many copies as `ids`. */
export interface Card extends Skill {
  ids: string[];
  banner: ("movement" | "action")[];
  types: string[];
  gear: string;
  provenance: Provenance;
}

type Face = { move: number; attack: number; skills: Skill[] };

export interface Character {
  hp: number;
  vp: number;
  cost: Record<string, number>;
  start: Face;
  upgraded: Face & { hp?: number; vp?: number; ability?: Text; constant?: Text; activated?: Text };
  deck: Card[];
}

export interface Catalogue {
  arena: { rows: string[][]; golden: string[]; stars: string[][] };
  characters: Record<string, Character>;
  final_round_at: Record<number, number>;
}

export type View = AnyView & { catalogue: Catalogue };
export type { About, Change, Motion };

/** The middle of a space in the drawing. */
export type Point = [number, number];

/** The middles of the spaces. */
export type Centres = Map<string, Point>;
