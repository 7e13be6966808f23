// Steam for the conformance kit.
import { STEAM_APP_ID, STEAM_ID } from '../../orders/order-shop.ts';
import type { Driver, Sale, SaleAction, Till } from '../driver.ts';
import { forgeSealed, openOrder, orderSale } from '../sealed.ts';

const open = (till: Till): Promise<string> =>
  openOrder(till, '/payment/v1/purchase/init', { steamId: STEAM_ID });

const act = ({ control }: Till, { id }: Pick<Sale, 'id'>, step: string, fields = {}) =>
  control(`/steam/orders/${id}/${step}`, fields);

async function sell(till: Till): Promise<Sale> {
  const id = await open(till);
  await act(till, { id }, 'approve');
  return orderSale(till, id);
}

const whole: SaleAction = {
  name: 'a whole refund',
  about: 'purchase',
  input: { kind: 'refund' },
  call: '/RefundTxn/',
};

export const steam: Driver = {
  name: 'STEAM',
  market: 'STEAM',
  emulator: 'steam',
  setUp: ({ steam: credentials = {} }) => ({
    settings: { steam_app_id: STEAM_APP_ID },
    secrets: { publisher_key: credentials.key },
  }),
  wrongSecrets: () => ({ publisher_key: 'the-personal-key-of-somebody' }),
  sell,
  forge: async (_stage, sale) => forgeSealed(sale),
  forged: 'RECEIPT_VERIFY_FAIL',
  refund: (stage, sale) => act(stage, sale, 'refund'),
  sellUnpaid: async (stage) => orderSale(stage, await open(stage)),
  pay: (stage, sale) => act(stage, sale, 'approve'),
  sellElsewhere: async (stage) => sell(await stage.another()),
  namesPrice: true,
  refundPart: (stage, sale) => act(stage, sale, 'refund', { kind: 'PartialRefund' }),
  polls: true,
  settles: ['steam.finalize'],
  actions: {
    each: [whole],
    refused: {
      action: whole,
      meanwhile: (stage, sale) => act(stage, sale, 'refund', { kind: 'Chargedback' }),
      answer: /^The buyer has disputed the payment/,
    },
  },
  lacks: {
    otherForm: 'The sealed receipt of an order has one form.',
    sellForTestMoney:
      'The sandbox of Steam has orders of its own, which production never asks about.',
    namesBuyer: 'Steam names a Steam account, not the account of the game.',
    reversal: 'Steam does not undo a refund.',
    notices: 'Steam sends none; its reports are polled.',
    subscriptions: 'Not offered at Steam.',
    personal: 'Steam names nobody but the Steam account, which the order keeps.',
  },
};
