// A market of the studio's own as a market of the emulator: the example in examples/custom-market, with its shop.
import { createMarket } from '../../examples/custom-market/market.ts';
import { createShop, type Sale } from '../../examples/custom-market/shop.ts';
import { sign } from '../../examples/custom-market/signing.ts';
import { jsonFault } from '../faults.ts';
import { type Listed, postActions, type Step } from '../record.ts';
import { createWebhookSender } from '../webhook-sender.ts';
import type { CreateMarket } from '../world.ts';
import { customControl } from './control.ts';
import type { Notice, Store, StoreState } from './store.ts';

const attempts = 5;
const retryMs = 60_000;

export const createCustom: CreateMarket = async (world, saved) => {
  const known = saved?.custom as StoreState | undefined;
  const { now } = world.clock;
  const sender = createWebhookSender<Notice>(world, {
    compose({ content }, at) {
      const body = JSON.stringify(content);
      return { headers: sign(store.key, content.id, body, at), body };
    },
    retryDelay: (_delivery, failures) => (failures < attempts ? retryMs : undefined),
    accepted: (status) => status === 200,
  });
  const shop = createShop({
    now,
    notify(notice) {
      const url = store.targets.get(notice.appid);
      if (url !== undefined) sender.send({ id: notice.id, url, content: notice });
    },
  });
  const key = known?.key ?? world.id('custom-market-key-').padEnd(40, '0');
  const store: Store = { world, shop, sender, targets: new Map(), key };
  const answer = createMarket({ shop, key: () => store.key, now });
  const { sales, changes } = shop.books;

  return {
    name: 'custom',
    title: 'Own market',
    routes(scope) {
      scope.removeAllContentTypeParsers();
      // The signature is over the text.
      scope.addContentTypeParser(
        '*',
        { parseAs: 'string' },
        async (_: unknown, text: string) => text,
      );
      scope.post<{ Params: { call: string }; Body: string }>('/:call', async (request, reply) => {
        const { status, headers, body } = await answer(
          request.params.call,
          request.headers,
          request.body,
        );
        return reply.code(status).headers(headers).send(body);
      });
    },
    control: (scope) => customControl(scope, store),
    records: () => recordsOf(sales),
    actions: () => [
      { label: 'Buy', method: 'POST', path: '/custom/purchases', body: {}, tone: 'good' },
      { label: 'Subscribe', method: 'POST', path: '/custom/subscriptions', body: {} },
    ],
    trust: () => ({}),
    credentials: () => ({ address: `${world.baseUrl()}/custom`, key: store.key }),
    summary: () => ({
      purchases: sales.size,
      notificationTargets: Object.fromEntries(store.targets),
    }),
    exportState: (): StoreState => ({
      key: store.key,
      sales: [...sales.values()],
      changes: [...changes],
      targets: [...store.targets],
      sender: sender.exportState(),
    }),
    importState(state) {
      const imported = state as StoreState;
      store.key = imported.key;
      forget();
      for (const sale of imported.sales) sales.set(sale.receipt, sale);
      changes.push(...imported.changes);
      store.targets.clear();
      for (const [appid, url] of imported.targets) store.targets.set(appid, url);
      sender.importState(imported.sender);
    },
    reset() {
      forget();
      sender.reset();
    },
    faultBody: (kind) => jsonFault(kind, { error: 'A fault of the emulator.' }),
    close: () => sender.close(),
  };

  function forget(): void {
    sales.clear();
    changes.length = 0;
  }
};

function* recordsOf(sales: ReadonlyMap<string, Sale>): Generator<Listed> {
  for (const sale of [...sales.values()].reverse()) {
    const { receipt } = sale;
    const subscribed = 'subscription' in sale;
    const bought = subscribed ? sale.subscription.cycle : sale.purchase;
    const { productId, transactionId, refund } = bought;
    const { test } = subscribed ? sale.subscription : sale.purchase;
    const path = `/custom/purchases/${receipt}`;
    const isRefunded = refund?.state === 'full';
    const state = subscribed ? sale.subscription.status : sale.purchase.state;
    yield {
      id: transactionId,
      at: Date.parse(bought.purchasedAt ?? '') || 0,
      names: [receipt, productId],
      show: () => ({
        environment: test ? 'sandbox' : 'production',
        product: productId,
        amount: `${bought.price} ${bought.currency}`,
        state: isRefunded ? 'refunded' : state,
        tone: isRefunded ? 'bad' : state === 'pending' ? 'open' : 'good',
        ...(subscribed && { until: Date.parse(sale.subscription.cycle.expiresAt) }),
        receipt: { providerId: 'CUSTOM', path, field: 'receipt', productId, subscribed },
        actions: postActions(path, stepsOf(sale, isRefunded)),
      }),
    };
  }
}

function stepsOf(sale: Sale, isRefunded: boolean): readonly Step[] {
  if (isRefunded) return [['Undo the refund', 'refund', { state: 'reversed' }]];
  const refund: Step = ['Refund', 'refund', {}, 'bad'];
  if ('subscription' in sale) {
    return [['Renew', 'renew', {}, 'good'], ['Stop renewing', 'stop-renewing', {}], refund];
  }
  return sale.purchase.state === 'pending' ? [['Pay', 'pay', {}, 'good']] : [refund];
}
