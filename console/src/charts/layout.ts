// Where everything of a chart over time lies, in pixels.
export const HEIGHT = 208;
export const TOP = 10;
export const BOTTOM = 24;
export const RIGHT = 6;

const LABEL_GAP = 28;
/** Narrower slots have no room for gaps: bars stand side by side. */
const DENSE = 5;
const BAR_SHARE = 0.72;
const WIDEST_BAR = 34;

export interface Layout {
  readonly width: number;
  /** Where the first slot begins. */
  readonly left: number;
  readonly slot: number;
  readonly bar: number;
  readonly isDense: boolean;
  /** Every which slot has a label. */
  readonly every: number;
  /** The middle of a label, as near to the slot as the edges allow. */
  readonly labelAt: (x: number) => number;
  /** The middle of a slot. */
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
}

export function layoutOf(chart: {
  readonly width: number;
  readonly slots: number;
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
  /** The labels of all slots. */
  readonly labels: readonly string[];
  /** Charts above each other begin at the same place. */
  readonly least: number;
}): Layout {
  const { width, slots, ticks, labels } = chart;
  const left = Math.max(chart.least, 10 + Math.max(...ticks.map(({ text }) => widthOf(text))));
  const slot = Math.max(width - left - RIGHT, 1) / Math.max(slots, 1);
  const isDense = slot < DENSE;
  const half = Math.max(0, ...labels.map(widthOf)) / 2;
  const top = ticks.at(-1)?.value ?? 1;
  const bottom = ticks[0]?.value ?? 0;
  return {
    width,
    left,
    slot,
    bar: isDense ? slot : Math.min(slot * BAR_SHARE, WIDEST_BAR),
    isDense,
    every: Math.max(1, Math.ceil((2 * half + LABEL_GAP) / slot)),
    labelAt: (x) => Math.max(half, Math.min(x, width - half)),
    x: (index) => left + (index + 0.5) * slot,
    y: (value) => TOP + (HEIGHT - TOP - BOTTOM) * ((top - value) / (top - bottom)),
  };
}

/** About as wide as a text is drawn. */
const widthOf = (text: string): number =>
  [...text].reduce((width, letter) => width + widthOfLetter(letter), 0);

function widthOfLetter(letter: string): number {
  // Other scripts, and signs of currencies.
  if (letter > '~') return 12;
  return /[A-Z$]/.test(letter) ? 8.5 : 6.6;
}
