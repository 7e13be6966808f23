// Changes of the deciding code that no test has to notice, and why.

interface Explained {
  readonly file: string;
  /** As `npm run mutate` prints them. */
  readonly changes: readonly string[];
  readonly why: string;
}

export const EXPLAINED: readonly Explained[] = [];
