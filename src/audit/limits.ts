// What restrictions of players somebody may set, change and release.

/** What is absent is not limited. */
export interface Limits {
  readonly types?: { appid: string; block_type: number }[];
  readonly scopes?: string[];
  readonly longest_days?: number;
}

/** As they are stored; null: none. */
export const printLimits = (limits: Limits | null | undefined): string | null =>
  limits ? JSON.stringify(limits) : null;

/** In answers, where none go without saying. */
export function shownLimits(row: { readonly limits: string | null }): { readonly limits?: Limits } {
  const limits = readLimits(row);
  return limits ? { limits } : {};
}

export const readLimits = ({ limits }: { readonly limits: string | null }): Limits | undefined =>
  limits === null ? undefined : (JSON.parse(limits) as Limits);
