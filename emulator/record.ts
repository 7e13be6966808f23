// What a market shows on the emulator's page: its purchases, and the control calls that each one allows.

/** A control call as a button. */
export interface Action {
  readonly label: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `/control`. */
  readonly path: string;
  readonly body?: object;
  /** `good` is what usually comes next, `bad` costs somebody something. */
  readonly tone?: 'good' | 'bad';
  /** Actions of one group stand together, under this name. */
  readonly group?: string;
}

/** How the page gets a receipt, and what verifies it. */
interface ReceiptCall {
  readonly providerId: string;
  readonly path: string;
  /** The field of the answer that is the receipt. */
  readonly field: string;
  readonly productId: string;
  readonly account?: string;
  readonly subscribed: boolean;
}

export interface ShownRecord {
  readonly environment: 'production' | 'sandbox';
  readonly product: string;
  /** With its currency; empty where the market keeps none. */
  readonly amount: string;
  /** In the market's words. */
  readonly state: string;
  readonly tone: 'good' | 'bad' | 'open';
  /** When the paid time ends. */
  readonly until?: number;
  readonly receipt?: ReceiptCall;
  /** A page of the market, such as the one where the buyer pays. */
  readonly link?: { readonly label: string; readonly href: string };
  readonly actions: readonly Action[];
}

export interface Listed {
  readonly id: string;
  /** When it was bought or opened. */
  readonly at: number;
  /** Ids by which it is found, beside its own. */
  readonly names: readonly string[];
  show(): ShownRecord;
}

/** Actions that are a POST to one record: `[label, last part of the path, body, tone]`. */
export type Step = readonly [
  label: string,
  name: string,
  body?: object | undefined,
  tone?: Action['tone'],
];

export function postActions(path: string, steps: readonly Step[]): Action[] {
  return steps.map(([label, name, body, tone]) => ({
    label,
    method: 'POST',
    path: `${path}/${name}`,
    ...(body && { body }),
    ...(tone && { tone }),
  }));
}
