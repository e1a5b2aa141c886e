/** The shapes of the API that scripts use, under their names in the contract. `ops/check scripts` generates `api.d.ts`. */

import type { components } from "./api.d.ts";

type Schemas = components["schemas"];

// A match at a moment, and its board.
export type Match = Schemas["Match"];
export type Scene = Schemas["Scene"];
export type ReckonedScene = Schemas["ReckonedScene"];
export type ArenaScene = Schemas["ArenaReckonedScene"];
export type ArenaBoard = Schemas["ArenaBoard"];
export type ArenaFigure = Schemas["ArenaFigure"];
export type ArenaSummoner = Schemas["ArenaSummoner"];
export type VillainousScene = Schemas["VillainousReckonedScene"];
export type VillainousBoard = Schemas["VillainousBoard"];
export type VillainousRealm = Schemas["VillainousRealm"];
export type VillainousPile = Schemas["VillainousPile"];
export type VillainousInPlay = Schemas["VillainousInPlay"];
export type Asked = Schemas["ArenaAsked"] | Schemas["VillainousAsked"];
export type Clock = Schemas["Clock"];
export type Clocks = Schemas["Clocks"];
export type Reveal = Schemas["Reveal"];
export type Player = Schemas["NamedPlayer"];

// Its facts, and its story.
export type Frame = Schemas["Frame"];
export type ReplayPage = Schemas["ReplayPage"];
export type Fact = Schemas["NamedFact"];
export type Event = Schemas["Event"];
export type Act = Schemas["Act"];
export type Line = Schemas["Line"];
export type Diff = Schemas["Diff"];
export type Reasons = Schemas["Reasons"];
export type Step = Schemas["Step"];
export type Part = Schemas["Part"];
export type ChoiceList = Schemas["ChoiceList"];
export type Choice = Schemas["Choice"];

// What bots reckon.
export type Review = Schemas["Review"];
export type Judged = Schemas["Judged"];
export type Said = Schemas["Said"];
export type Performance = Schemas["Performance"];
export type PlayedLine = Schemas["PlayedLine"];
export type WhatIf = Schemas["WhatIf"];
export type Continuation = Schemas["Continuation"];
export type Estimate = Schemas["Estimate"];
export type Progress = Schemas["Progress"];
export type Failed = Schemas["Failed"];

// What stands beside a match.
export type CaseSummary = Schemas["CaseSummary"];
export type CaseFile = Schemas["CaseFile"];
export type Decision = Schemas["Decision"];
export type Deciding = Schemas["Deciding"];
export type Exhibit = Schemas["Exhibit"];
export type Statement = Schemas["Statement"];
export type RulingPreview = Schemas["RulingPreview"];
export type RewindPoint = Schemas["RewindPoint"];
export type QueuedCase = Schemas["QueuedCase"];
export type Commentary = Schemas["Commentary"];
export type CommentarySummary = Schemas["Listed"];
export type Note = Schemas["Note"];
export type Company = Schemas["Company"];
export type SeatPresence = Schemas["SeatPresence"];
export type SentPhrase = Schemas["SentPhrase"];

// What a scribe enters.
export type EntryQuestion = Schemas["EntryQuestion"];
export type EntryChoice = Schemas["EntryChoice"];
export type EntryRefusal = Schemas["EntryRefusal"];
export type EntriesReply = Schemas["EntriesReply"];
export type RecordedEntry = Schemas["RecordedEntry"];
export type Sighting = Schemas["Sighting"];

// Rules, and proofs.
export type RuleText = Schemas["RuleText"];
export type RuleList = Schemas["RuleList"];
export type Receipt = Schemas["Receipt"];

/** A record as the service exports it, with all fields. */
export type MatchRecord = Required<Omit<Schemas["Record"], "facts">> & { facts: RecordFact[] };
export type RecordFact = Required<Omit<Schemas["Entry"], "data">> & { data: Record<string, any> };
export type Chained = Schemas["Chained"];
export type Proof = Schemas["Proof"];
export type ApiProblem = Schemas["Problem"];
