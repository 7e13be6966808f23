// Clocks: what one in a time zone shows.

/** `YYYY-MM-DD HH:mm:ss` at a moment. */
export function wallTime(at: Date, timeZone: string): string {
  return at.toLocaleString('sv-SE', { timeZone });
}
