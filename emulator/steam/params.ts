// Reads the parameters of Steam's calls. Whatever is not in the wanted form counts as missing.

const uint64Max = 2n ** 64n - 1n;

/** A 64-bit id in its canonical decimal form. */
export function uint64(text: string | null): string | undefined {
  if (text === null || !/^\d{1,20}$/.test(text)) return undefined;
  const value = BigInt(text);
  return value > 0n && value <= uint64Max ? value.toString() : undefined;
}

export function integer(text: string | null, min: number, max: number): number | undefined {
  if (text === null || !/^\d{1,15}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}

export const int16Max = 2 ** 15 - 1;
export const uint32Max = 2 ** 32 - 1;

/** Steam prints times in whole seconds, and its report cursor counts in them. */
export function rfc3339(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
