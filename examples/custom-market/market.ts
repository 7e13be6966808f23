// The calls of Tollgate: checks the signature, asks the shop, signs the answer. It knows nothing of HTTP servers.
import type { Asker, Calls } from './contract.ts';
import { answerTo, type Headers, problemOf, sign } from './signing.ts';

/** What the shop knows. This is the part to write for another shop. */
export type Shop = {
  readonly [Call in keyof Calls]: (
    asked: Calls[Call]['asked'] & Asker,
  ) => Calls[Call]['answered'] | Promise<Calls[Call]['answered']>;
};

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface MarketOptions {
  readonly shop: Shop;
  /** Shared with Tollgate. */
  readonly key: () => string;
  readonly now: () => number;
}

/** `call` is the last part of the address. */
export type Market = (call: string, headers: Headers, body: string) => Promise<Answer>;

const CALLS: readonly (keyof Calls)[] = ['verify', 'acknowledge', 'refund', 'changes'];

export const createMarket =
  ({ shop, key, now }: MarketOptions): Market =>
  async (call, headers, body) => {
    const known = CALLS.find((each) => each === call);
    if (!known) return refuse(404, `There is no call ${call}.`);
    // Before anything else is looked at.
    const problem = problemOf(key(), headers, body, now());
    if (problem !== undefined) return refuse(401, problem);
    const answered = await shop[known](JSON.parse(body));
    const text = JSON.stringify(answered);
    const id = answerTo(String(headers['webhook-id']));
    return { status: 200, headers: sign(key(), id, text, now()), body: text };
  };

const refuse = (status: number, error: string): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ error }),
});
