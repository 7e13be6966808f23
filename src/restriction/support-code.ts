// The code that a restricted player gives to support: project, player and type in one short text.

export interface SupportCode {
  readonly gameIndex: number;
  readonly playerId: bigint;
  readonly blockType: number;
}

const FORMAT = /^([1-9]\d{0,15})-([0-9A-Z]{1,13})-([1-9]\d{0,9})$/;
const LARGEST_ID = 9_223_372_036_854_775_807n;

/** Short enough to read out, and enough for support to find the player and the restriction. */
export const printSupportCode = ({ gameIndex, playerId, blockType }: SupportCode): string =>
  `${gameIndex}-${playerId.toString(36).toUpperCase()}-${blockType}`;

/** As players type it: in any case, with spaces around it or between its parts. */
export function readSupportCode(text: string): SupportCode | undefined {
  const plain = text
    .replace(/\s/g, '')
    .replace(/[‐‑–—−]/g, '-')
    .toUpperCase();
  const [, gameIndex, player, blockType] = FORMAT.exec(plain) ?? [];
  if (player === undefined) return undefined;
  const playerId = [...player].reduce(
    (id, digit) => id * 36n + BigInt(Number.parseInt(digit, 36)),
    0n,
  );
  if (playerId < 1n || playerId > LARGEST_ID) return undefined;
  return { gameIndex: Number(gameIndex), playerId, blockType: Number(blockType) };
}
