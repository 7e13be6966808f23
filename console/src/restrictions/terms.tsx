// What a restriction says, in one line: how long, why, from when to when.
import { useMessages, useStatusNames } from './messages.ts';
import type { Terms } from './records.ts';
import { useTypeNameOf } from './type-names.ts';

/** Of a row that somebody wrote, `status` may be anything. */
type Period = Pick<Terms, 'start_date' | 'end_date'> & { readonly status: string };

export function usePeriodText(): (terms: Period) => string {
  const say = useMessages();
  return ({ status, start_date, end_date }) =>
    status === 'P' ? say.since(start_date) : `${start_date} – ${end_date}`;
}

export function useTermsText(): (terms: Terms) => string {
  const statuses = useStatusNames();
  const typeNameOf = useTypeNameOf();
  const periodOf = usePeriodText();
  return (terms) =>
    [statuses[terms.status], typeNameOf(terms.block_type), periodOf(terms)].join(' · ');
}
