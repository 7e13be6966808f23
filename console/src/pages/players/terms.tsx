// What a restriction says, in one line: how long, why, from when to when.
import { useWords } from '../../i18n/words.ts';
import { useTypeNameOf } from '../types/names.ts';
import type { Terms } from './records.ts';
import { words } from './words.ts';

/** Of a row that somebody wrote, `status` may be anything. */
type Period = Pick<Terms, 'start_date' | 'end_date'> & { readonly status: string };

export function usePeriodText(): (terms: Period) => string {
  const say = useWords(words);
  return ({ status, start_date, end_date }) =>
    status === 'P' ? say.since(start_date) : `${start_date} – ${end_date}`;
}

export function useTermsText(): (terms: Terms) => string {
  const say = useWords(words);
  const typeNameOf = useTypeNameOf();
  const periodOf = usePeriodText();
  return (terms) => [say[terms.status], typeNameOf(terms.block_type), periodOf(terms)].join(' · ');
}
