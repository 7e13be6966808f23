// Refunds at Steam: whole orders, whose status shows whether it happened.
import { Big } from 'big.js';
import { amountText } from '../../money.ts';
import {
  type Acted,
  type ActionRefused,
  type Actions,
  type ActionTraits,
  type SaleState,
  type Sold,
  unlessDone,
} from '../action.ts';
import type { Unavailable } from '../market.ts';
import type { SteamApp, steamShapes } from './settings.ts';
import { orderStateOf } from './status.ts';
import { isVague, type Steam, type SteamFailure, type SteamOrder } from './steam.ts';

export const steamActions = {
  refund: { part: false, byLine: false, prorated: false, goods: 'taken' },
} as const satisfies ActionTraits;

export function createSteamActions(
  steam: Pick<Steam, 'query' | 'refund'>,
): Actions<typeof steamShapes> {
  async function query(
    app: SteamApp,
    sold: Sold,
  ): Promise<SteamOrder | ActionRefused | Unavailable> {
    const answer = await steam.query(app, sold.providerTransactionId);
    return 'failure' in answer ? answerOf(answer) : answer;
  }

  async function settle(app: SteamApp, sold: Sold): Promise<Acted | 'not done'> {
    const order = await query(app, sold);
    if (!('status' in order)) return order;
    const saleState = saleStateOf(order);
    // Charged back, for example: it will never be refunded.
    if ('refused' in saleState) return saleState;
    return orderStateOf(order) === 'refunded' ? 'done' : 'not done';
  }

  return {
    async read(app, sold) {
      const order = await query(app, sold);
      return 'status' in order ? saleStateOf(order) : order;
    },
    async act(app, sold, { action }) {
      const isWhole = action.kind === 'refund' && action.amount === 'rest' && !action.line;
      if (!isWhole) return onlyWhole;
      const answer = await steam.refund(app, sold.providerTransactionId);
      if ('refunded' in answer) return 'done';
      if ('unavailable' in answer) return answer;
      const outcome = answerOf(answer);
      return 'refused' in outcome ? unlessDone(outcome, () => settle(app, sold)) : outcome;
    },
    settle: (app, sold) => settle(app, sold),
  };
}

function answerOf(failure: SteamFailure): ActionRefused | Unavailable {
  const said = `${failure.description} (error ${failure.failure})`;
  return isVague(failure) ? { unavailable: `Steam failed: ${said}` } : refusal(said);
}

const refusal = (said: string): ActionRefused => ({ refused: `Steam refuses: ${said}` });

export function saleStateOf(order: SteamOrder): SaleState | ActionRefused {
  const { status, amount: paid, currency } = order;
  const state = orderStateOf(order);
  if (status === 'Chargedback') {
    return { refused: 'The buyer has disputed the payment and has the money.' };
  }
  if (state !== 'paid' && state !== 'refunded') {
    return { refused: `The order was not paid: Steam says ${status}.` };
  }
  const refunded =
    state === 'refunded'
      ? paid
      : status === 'PartialRefund'
        ? order.refunded
        : amountText('0', currency);
  const refundable = refunded === null ? null : amountText(new Big(paid).minus(refunded), currency);
  return {
    currency,
    paid,
    refunded,
    refundable,
    lines: [],
    subscription: null,
    can: state === 'refunded' ? {} : steamActions,
    version: null,
  };
}

const onlyWhole: ActionRefused = {
  refused: 'Steam refunds whole orders. It refunds no parts, and has no subscriptions here.',
};
