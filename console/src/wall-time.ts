// Clocks: what one in a time zone shows.
import { dateFormat } from './i18n/formatters.ts';

/** `YYYY-MM-DD HH:mm:ss` at a moment; without a zone on the reader's own clock. */
export function wallTime(at: Date, timeZone?: string): string {
  return dateFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(at);
}
