// A small line over time, without an axis; steps without a value are passed over.
import { marketColor } from '../../../sales/colors.ts';
import type { Market } from '../../../sales/records.ts';
import styles from './chart.module.css';

const HEIGHT = 20;

export function Spark({
  market,
  values,
  label,
}: {
  market: Market;
  values: readonly (number | undefined)[];
  label: string;
}) {
  const greatest = Math.max(...values.map((value) => value ?? 0), 1);
  const points = values.flatMap((value, index) =>
    value === undefined ? [] : [`${index + 0.5} ${HEIGHT - 1 - (value / greatest) * (HEIGHT - 2)}`],
  );
  // One value alone is a short line.
  const path = points.length === 1 ? `M${points[0]} h0.4` : `M${points.join(' L')}`;
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.spark}
      viewBox={`0 0 ${values.length} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {points.length > 1 && (
        <path
          className={styles.area}
          d={`${path} V${HEIGHT} H${Number.parseFloat(points[0] ?? '0')} Z`}
          fill={marketColor(market)}
        />
      )}
      <path d={path} stroke={marketColor(market)} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
