// The path of a field as words, where it has no name of its own.

/** `prices.0.store_amount` is “Prices 1 store amount”. */
export function wordsOf(path: string): string {
  const words = path
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part.replaceAll('_', ' ')))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
