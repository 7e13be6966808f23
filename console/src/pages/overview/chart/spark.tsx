// A small line over time, without an axis; steps without a value are passed over.
import styles from './chart.module.css';

const HEIGHT = 20;

export function Spark({
  color,
  values,
  label,
}: {
  color: string;
  values: readonly (number | undefined)[];
  label: string;
}) {
  const greatest = Math.max(...values.map((value) => value ?? 0), 1);
  const least = Math.min(...values.map((value) => value ?? 0), 0);
  const y = (value: number): number =>
    HEIGHT - 1 - ((value - least) / (greatest - least)) * (HEIGHT - 2);
  const points = values.flatMap((value, index) =>
    value === undefined ? [] : [`${index + 0.5} ${y(value)}`],
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
          d={`${path} V${least < 0 ? y(0) : HEIGHT} H${Number.parseFloat(points[0] ?? '0')} Z`}
          fill={color}
        />
      )}
      <path d={path} stroke={color} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
