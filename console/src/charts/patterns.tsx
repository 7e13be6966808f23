// Patterns over the colours, so that colour alone tells nothing apart; lines differ by their dashes.
import type { Series } from './series.ts';

const SIZE = 8;
/** The first is plain. */
const SHAPES = [
  '',
  `M0 ${SIZE} L${SIZE} 0`,
  `M0 4 H${SIZE}`,
  'M3.5 4 h1',
  `M0 0 L${SIZE} ${SIZE}`,
  `M4 0 V${SIZE}`,
  `M0 ${SIZE} L${SIZE} 0 M0 0 L${SIZE} ${SIZE}`,
] as const;
const DASHES = [undefined, '7 3', '2 3', '9 3 2 3', '4 2', '12 4'] as const;
const OTHER_TIME = '4 4';

export const PATTERNS = SHAPES.length;
export const patternOf = (index: number): number => index % PATTERNS;

export const dashOf = ({ as }: Series, index: number): string | undefined =>
  as === 'dashed' ? OTHER_TIME : DASHES[index % DASHES.length];

export function Pattern({ id, index }: { id: string; index: number }) {
  return (
    <pattern id={id} width={SIZE} height={SIZE} patternUnits="userSpaceOnUse">
      <path
        d={SHAPES[patternOf(index)]}
        stroke="var(--mantine-color-body)"
        strokeOpacity={0.4}
        strokeWidth={1.2}
        strokeLinecap="square"
      />
    </pattern>
  );
}
