// Round numbers for an axis.
const ROUND = [1, 2, 5, 10];
const TICKS = 4;

/** From at most `-below` over zero to at least `above`, in steps that people count in. */
export function ticksBetween(below: number, above: number, least: number): readonly number[] {
  const wanted = Math.max((below + above) / TICKS, least);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = (ROUND.find((round) => round * power >= wanted) ?? 10) * power;
  const under = Math.ceil(below / step);
  const over = Math.max(under === 0 ? 1 : 0, Math.ceil(above / step));
  return Array.from({ length: under + over + 1 }, (_, index) => (index - under) * step);
}
