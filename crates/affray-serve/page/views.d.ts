// Types of what the server sends. Written by the test `types` of affray-serve from its own types: do not edit.

/** What a ruleset writes in a form of its own. */
export type Json = any;

export interface AreaView {
  who: string;
  what: string;
  cells: [number, number][];
  inside: string[];
}

export interface FigureView {
  name: string;
  tag: string;
  side: string;
  cells: [number, number][];
  facing: string | null;
  points: PointsView[];
  notes: string[];
  dead: boolean;
  out: boolean;
  by_hand: boolean;
  mine: boolean;
  hidden_from?: string[];
}

export interface GroundView {
  cell: [number, number];
  terrain: string;
  elevation: number;
  impassable: boolean;
  blocks_sight: boolean;
  obscured: boolean;
  cover: boolean;
  extra_cost_half: number;
  footing: any;
  light: number;
}

export interface LyingView {
  owner: string;
  item: string;
  cell: [number, number];
}

export interface MapView {
  layout: string;
  open: boolean;
  rows: [[number, number], number][];
  ground: GroundView[];
}

export interface Odds {
  id: string;
  title: string;
  leaves: number;
  total: number;
  sampled: boolean;
  chances: any[];
  distributions: any[];
}

export interface Offer {
  id: Json;
  words: string;
  group: string;
  target: string | null;
  reaches: string[];
  reaches_after: string[];
  in_vain: boolean;
  to: [[number, number], string] | null;
  cost: string | null;
  spends: Spent[];
}

export interface Place {
  cell: [number, number];
  facing: string | null;
  way: [number, number][];
  costs: [[number, number], string][];
  cost: number;
  asks: string[];
  prompt: string;
}

export interface Plan {
  choices: string[];
  way: [number, number][];
  costs: any[];
  areas: AreaView[];
  asks: string[];
  end: [[number, number], string | null];
  next: Wanted;
}

export interface PointsView {
  name: string;
  now: number | null;
  max: number | null;
  words: string | null;
}

export interface Reachable {
  each: string;
  places: Place[];
}

export interface Refused {
  id: Json;
  words: string;
  target: string | null;
  rule: string;
  message: string;
  way_out: string | null;
}

export interface Spent {
  points: number;
  of: string;
  later: boolean;
}

export interface TallyLine {
  rule: string;
  words: string;
  does: string;
  value: number;
}

export interface ThreatView {
  who: string;
  reach: number | null;
  moves: number | null;
  front: [number, number][];
  sides: [number, number][];
  rear: [number, number][];
}

export interface View {
  revision: number;
  ruleset: string;
  title: string;
  round: number;
  turn: number;
  figures: FigureView[];
  order: string[];
  ground: LyingView[];
  areas: AreaView[];
  asked: string;
  wanted: Wanted | null;
}

export interface WantedChoice {
  is: "choice";
  who: string;
  key: string;
  prompt: string;
  options: Offer[];
  refused: Refused[];
  moves: boolean;
  notice: any;
}

export interface WantedNothing {
  is: "nothing";
  text: string;
}

export interface WantedRoll {
  is: "roll";
  who: string;
  what: string;
  rule: string;
  dice: Json;
  target: number;
  tally: TallyLine[];
  explained: string;
  hidden: boolean;
}

export type Wanted = WantedChoice | WantedNothing | WantedRoll;
