// A "no" as a value: why something was not done. Nothing was written.

export interface RejectionFor<Reason extends string> {
  readonly rejected: Reason;
  /** A sentence that the caller can act on. */
  readonly detail: string;
  /** The offending field, where there is one. */
  readonly field?: string;
}
