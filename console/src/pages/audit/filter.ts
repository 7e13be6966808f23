// The filter of the audit log, in the URL so that it can be shared.
export const FILTER = ['actor', 'action', 'target', 'from', 'to'] as const;

/** `from` and `to` are on the reader's own clock. */
export type Filter = Record<(typeof FILTER)[number], string>;

export const NO_FILTER: Filter = { actor: '', action: '', target: '', from: '', to: '' };

/** As the admin API takes it. */
export function toQuery({ actor, action, target, from, to }: Filter) {
  return { actor, action, target, from: toInstant(from), to: toInstant(to) };
}

function toInstant(wall: string): string | undefined {
  const at = new Date(wall.replace(' ', 'T'));
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
