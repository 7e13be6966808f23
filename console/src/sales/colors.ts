// Colours that are readable in light and dark.
import './colors.css';

const BANDS = ['pine', 'blue', 'amber', 'violet', 'rose', 'cyan', 'lime', 'slate'] as const;
export type Band = (typeof BANDS)[number];
export type Tone = 'good' | 'warning' | 'bad' | 'none';

export const bandColor = (band: Band): string => `var(--band-${band})`;
export const toneColor = (tone: Tone): string => `var(--tone-${tone})`;

/** For the nth of many. */
export const nthColor = (index: number): string =>
  bandColor(BANDS[index % BANDS.length] ?? 'slate');
