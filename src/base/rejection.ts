// A rejection as a value: why an operation was not done. Nothing was written.

export interface RejectionFor<Reason extends string> {
  readonly rejected: Reason;
  /** A sentence that the caller can act on. */
  readonly detail: string;
  /** The invalid field, if there is one. */
  readonly field?: string;
}
