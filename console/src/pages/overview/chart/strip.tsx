// Availability over time: a cell for each step, coloured by how well it went.
import { type Tone, toneColor } from '../../../sales/colors.ts';
import styles from './chart.module.css';

const GOOD = 0.99;
const FAIR = 0.9;
const CELL = 0.86;
/** More cells than this have no room for gaps. */
const DENSE = 60;

export function Strip({
  shares,
  label,
}: {
  shares: readonly (number | undefined)[];
  label: string;
}) {
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.strip}
      viewBox={`0 0 ${shares.length} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      {shares.map((share, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other name
          key={index}
          x={index}
          width={shares.length > DENSE ? 1 : CELL}
          height={1}
          fill={toneColor(toneOf(share))}
        />
      ))}
    </svg>
  );
}

function toneOf(share: number | undefined): Tone {
  if (share === undefined) return 'none';
  if (share >= GOOD) return 'good';
  return share >= FAIR ? 'warning' : 'bad';
}
