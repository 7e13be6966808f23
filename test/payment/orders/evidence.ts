// Evidence for a disputed Stripe payment, as long as studios send it.
import assert from 'node:assert/strict';
import type { Markets } from '../../support/markets.ts';

/** Seven documents of 20,000 Korean letters: 410 KiB, in every webhook about the dispute from now on. */
const FIELDS = [
  'access_activity_log',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'duplicate_charge_explanation',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
];

export async function giveEvidence(
  markets: Markets,
  orderId: string,
  { draft = '' }: { readonly draft?: string } = {},
): Promise<void> {
  const { disputes } = await markets.control(`/pg/orders/${orderId}`);
  const { stripe } = await markets.control('/credentials');
  const text = draft.padEnd(20_000, '가');
  const send = async (names: readonly string[], submit: boolean): Promise<void> => {
    const body = new URLSearchParams({ submit: String(submit) });
    for (const name of names) body.set(`evidence[${name}]`, text);
    const answer = await fetch(`${markets.url}/v1/disputes/${disputes.at(-1).id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stripe.liveSecretKey}` },
      body,
    });
    assert.equal(answer.status, 200, await answer.text());
  };
  // Escaped for a form, it is three times as long.
  await send(FIELDS.slice(0, 4), false);
  await send(FIELDS.slice(4), draft === '');
}
