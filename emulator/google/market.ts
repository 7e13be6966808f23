// Google Play as a market of the emulator.
import { createPublicKey } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { CreateMarket } from '../world.ts';
import { apiRoutes, speakGoogle } from './api.ts';
import { accessControl, orderAccessControl, productControl } from './control.ts';
import { plan, settle } from './due.ts';
import { backendError, errorBody, quotaExceeded } from './errors.ts';
import {
  createExternalSales,
  type ExternalState,
  externalControl,
  externalRoutes,
  loadExternal,
  saveExternal,
} from './external-transactions.ts';
import {
  createKeys,
  exportKeys,
  importKeys,
  type KeysState,
  licenceKeyText,
  pushEmail,
  serviceAccountFile,
} from './keys.ts';
import type { Order, Purchase, Voided } from './model.ts';
import { notificationControl } from './notification-control.ts';
import { createAccessTokens, tokenRoute } from './oauth.ts';
import { createPlay } from './play.ts';
import { createQuota, type OrderAccess, openAccess } from './quota.ts';
import { googleActions, googleRecords } from './records.ts';
import { refundControl } from './refund-control.ts';
import { certificateRoutes, createRtdn, type PushTarget } from './rtdn.ts';
import { subscriptionControl } from './subscription-control.ts';

/** The API also answers at the root: Google's client drops the path of the root URL it is given. */
const apiMount = '/androidpublisher';

interface GoogleState {
  keys: KeysState;
  purchases: Purchase[];
  orders: Order[];
  voided: [string, Voided[]][];
  targets: [string, PushTarget][];
  /** Missing in the files of earlier releases. */
  topic?: [string, PushTarget][];
  courier: unknown;
  perMinute: number | null;
  /** Missing in the files of earlier releases. */
  orderAccess?: OrderAccess;
  external?: ExternalState;
}

export const createGoogle: CreateMarket = async (world, saved) => {
  const known = saved?.google as GoogleState | undefined;
  let keys = known ? importKeys(known.keys) : await createKeys();
  const currentKeys = () => keys;
  const tokens = createAccessTokens();
  const quota = createQuota();
  const orderAccess = { ...openAccess };
  const external = createExternalSales();
  const rtdn = createRtdn(world, currentKeys);
  const play = createPlay(world, rtdn.notify);
  world.clock.onMove(() => settle(play));

  function forgetPurchases(): void {
    play.purchases.clear();
    play.orders.clear();
    play.voided.clear();
    play.dueQueue.clear();
  }

  return {
    name: 'google',
    title: 'Google Play',
    mounts: ['/google', apiMount],
    routes(scope) {
      speakGoogle(scope);
      const atRoot = scope.prefix === apiMount;
      if (!atRoot) {
        tokenRoute(scope, currentKeys, tokens, world.clock.now);
        certificateRoutes(scope, currentKeys);
      }
      const routes = async (api: FastifyInstance) => {
        apiRoutes(api, play, tokens, quota, orderAccess);
        externalRoutes(api, external, world);
      };
      scope.register(routes, {
        prefix: `${atRoot ? '' : apiMount}/v3/applications/:packageName`,
      });
    },
    control(scope) {
      scope.register(async (steering) => {
        steering.addHook('onRequest', async () => settle(play));
        productControl(steering, play, currentKeys);
        subscriptionControl(steering, play, currentKeys);
        refundControl(steering, play, currentKeys);
        accessControl(steering, play, currentKeys, tokens, quota);
        orderAccessControl(steering, orderAccess);
        externalControl(steering, external, world);
        notificationControl(steering, world, rtdn, currentKeys);
      });
    },
    records: () => googleRecords(play),
    actions: googleActions,
    trust: () => ({
      licenceKey: licenceKeyText(keys),
      certificates: { [keys.push.keyId]: keys.push.certificate },
      publicKey: createPublicKey(keys.push.privateKey)
        .export({ type: 'spki', format: 'pem' })
        .toString(),
      pushEmail,
    }),
    credentials() {
      const [account] = keys.accounts.values();
      return {
        ...(account && { serviceAccount: serviceAccountFile(account, world.baseUrl()) }),
        licenceKey: licenceKeyText(keys),
      };
    },
    summary: () => ({
      purchases: play.purchases.size,
      orders: play.orders.size,
      voided: play.voided.values().reduce((sum, list) => sum + list.length, 0),
      notificationTargets: Object.fromEntries(rtdn.targets),
      quotaPerMinute: quota.perMinute,
    }),
    exportState: (): GoogleState => ({
      keys: exportKeys(keys),
      purchases: [...play.purchases.values()],
      orders: [...play.orders.values()],
      voided: [...play.voided],
      targets: [...rtdn.targets],
      topic: [...rtdn.topic],
      courier: rtdn.sender.exportState(),
      perMinute: quota.perMinute,
      orderAccess,
      external: saveExternal(external),
    }),
    importState(state) {
      const imported = state as GoogleState;
      keys = importKeys(imported.keys);
      tokens.revokeAll();
      forgetPurchases();
      for (const purchase of imported.purchases) play.purchases.set(purchase.token, purchase);
      for (const order of imported.orders) play.orders.set(order.orderId, order);
      for (const [packageName, list] of imported.voided) play.voided.set(packageName, list);
      rtdn.targets.clear();
      for (const [packageName, target] of imported.targets) rtdn.targets.set(packageName, target);
      rtdn.topic.clear();
      for (const [url, target] of imported.topic ?? []) rtdn.topic.set(url, target);
      rtdn.sender.importState(imported.courier);
      quota.perMinute = imported.perMinute;
      Object.assign(orderAccess, openAccess, imported.orderAccess);
      loadExternal(external, imported.external);
      plan(play);
    },
    reset() {
      forgetPurchases();
      rtdn.sender.reset();
      quota.perMinute = null;
      Object.assign(orderAccess, openAccess);
      loadExternal(external);
    },
    faultBody: (kind) => ({
      status: Number(kind),
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(errorBody((kind === '429' ? quotaExceeded : backendError).form)),
    }),
    close: () => rtdn.sender.close(),
  };
};
