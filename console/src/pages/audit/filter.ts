// The search of the audit log, kept in the address so that it can be shared.
import { useSearchParams } from 'wouter';

const NAMES = ['actor', 'action', 'target', 'from', 'to'] as const;

/** `from` and `to` are on the reader's own clock. */
export type Filter = Record<(typeof NAMES)[number], string>;

export const NO_FILTER: Filter = { actor: '', action: '', target: '', from: '', to: '' };

export function useFilter(): readonly [Filter, (filter: Filter) => void] {
  const [params, setParams] = useSearchParams();
  const filter = Object.fromEntries(NAMES.map((name) => [name, params.get(name) ?? ''])) as Filter;
  const search = (wanted: Filter) =>
    setParams(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '')));
  return [filter, search];
}

/** As the admin API takes it. */
export function toQuery({ actor, action, target, from, to }: Filter) {
  return { actor, action, target, from: toInstant(from), to: toInstant(to) };
}

function toInstant(wall: string): string | undefined {
  const at = new Date(wall.replace(' ', 'T'));
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
