// Holds the changes that nobody noticed against those that nobody has to notice.

export interface Explained {
  readonly file: string;
  /** As `npm run mutate` prints them; a change that is possible at two places of the file is named twice. */
  readonly changes: readonly string[];
  readonly why: string;
}

export interface Change {
  readonly file: string;
  readonly line: number;
  /** The code and what it became, such as `a > b → a >= b`. */
  readonly change: string;
}

export interface Survivor extends Change {
  /** Why nobody has to notice; undefined when nobody has said it yet. */
  readonly why: string | undefined;
}

/** An explanation of a change that the tests notice, or that is no longer possible. */
export type Stale = Pick<Change, 'file' | 'change'>;

/** Each explanation is good for one survivor. */
export function explain(
  changes: readonly Change[],
  explained: readonly Explained[],
): { readonly survivors: readonly Survivor[]; readonly stale: readonly Stale[] } {
  const left = explained.flatMap(({ file, changes: own, why }) =>
    own.map((change) => ({ file, change, why })),
  );
  const survivors = changes.map((survivor) => {
    const at = left.findIndex(
      ({ file, change }) => file === survivor.file && change === survivor.change,
    );
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return { ...survivor, why: found?.why };
  });
  return { survivors, stale: left.map(({ file, change }) => ({ file, change })) };
}
