// Round numbers for an axis.
const ROUND = [1, 2, 5, 10];
const TICKS = 4;

/** From zero to at least the greatest value, in steps that people count in. */
export function ticksTo(greatest: number, least: number): readonly number[] {
  const wanted = Math.max(greatest / TICKS, least);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = (ROUND.find((round) => round * power >= wanted) ?? 10) * power;
  const count = Math.max(1, Math.ceil(greatest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
