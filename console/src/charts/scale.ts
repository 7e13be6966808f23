// Round numbers for an axis.
const ROUND = [1, 2, 5, 10];
const TICKS = 4;

/** The least round number that is not smaller. */
function roundUp(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  return (ROUND.find((round) => round * power >= wanted) ?? 10) * power;
}

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];
const PARTS = [1, 2, 5, 10, 15, 30];
const ROUND_SECONDS = [
  ...PARTS,
  ...PARTS.map((part) => part * MINUTE),
  ...[1, 2, 3, 6, 12].map((part) => part * HOUR),
];

/** Of seconds: people count them in minutes, hours and days. */
export const roundUpSeconds = (wanted: number): number =>
  ROUND_SECONDS.find((round) => round >= wanted) ?? roundUp(Math.max(1, wanted / DAY)) * DAY;

/** From at most `-below` over zero to at least `above`, in steps that people count in. */
export function ticksBetween(
  below: number,
  above: number,
  least: number,
  round: (wanted: number) => number = roundUp,
): readonly number[] {
  const step = round(Math.max((below + above) / TICKS, least));
  const under = Math.ceil(below / step);
  const over = Math.max(under === 0 ? 1 : 0, Math.ceil(above / step));
  return Array.from({ length: under + over + 1 }, (_, index) => (index - under) * step);
}
