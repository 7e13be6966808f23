// The App Store: its keys, its two environments, and how they plug into the emulator.
import { X509Certificate } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { CreateMarket } from '../world.ts';
import { apiRoutes } from './api.ts';
import { type ApiKey, createApiKey, createBearerCheck } from './bearer.ts';
import { type Authority, createAuthority, importAuthority } from './certificates.ts';
import { appleControl } from './control.ts';
import { type ErrorCode, errorAnswer, StoreError } from './errors.ts';
import { type ExternalState, loadBooks, saveBooks } from './external-books.ts';
import { createSigner } from './jws.ts';
import { ocspControl, ocspRoutes, openOcspBook } from './ocsp.ts';
import { defaultBundleId } from './purchase.ts';
import { appleActions, appleRecords } from './records.ts';
import { openShop, type Settings, usualSettings } from './shop.ts';
import { defaultAppAppleId } from './store.ts';
import { environments } from './transaction.ts';

interface AppleState {
  authority: unknown;
  apiKey: ApiKey;
  store: unknown;
  notifications: unknown;
  /** Missing in the files of earlier releases. */
  settings?: Settings;
  external?: ExternalState;
}

export const createApple: CreateMarket = async (world, saved) => {
  const known = saved?.apple as AppleState | undefined;
  let keys = known
    ? holdKeys(importAuthority(known.authority), known.apiKey)
    : holdKeys(await createAuthority(), createApiKey());
  const shop = openShop(world, () => keys);
  const { store, lifecycle, notifications } = shop;
  const now = world.clock.now;
  const ocsp = openOcspBook();

  return {
    name: 'apple',
    title: 'App Store',
    routes(scope) {
      answerLikeApple(scope, now);
      ocspRoutes(scope, { book: ocsp, authority: () => keys.authority, now });
      for (const environment of environments) {
        scope.register(
          async (inner) => {
            answerLikeApple(inner, now);
            apiRoutes(inner, shop, environment);
          },
          { prefix: `/${environment.toLowerCase()}` },
        );
      }
    },
    control(scope) {
      appleControl(scope, shop, () => keys.authority);
      ocspControl(scope, ocsp);
    },
    records: () => appleRecords(shop),
    actions: appleActions,
    trust() {
      const root = new X509Certificate(Buffer.from(keys.authority.chain.x5c[2] ?? '', 'base64'));
      return {
        rootCertificatePem: root.toString(),
        rootFingerprintSha256: root.fingerprint256,
      };
    },
    credentials: () => ({
      ...keys.apiKey,
      bundleId: defaultBundleId,
      appAppleId: defaultAppAppleId,
    }),
    summary: () => store.counts(),
    exportState: (): AppleState => ({
      authority: keys.authority.exportState(),
      apiKey: keys.apiKey,
      store: store.exportState(),
      notifications: notifications.exportState(),
      settings: shop.settings,
      external: saveBooks(shop.external),
    }),
    importState(state) {
      const imported = state as AppleState;
      keys = holdKeys(importAuthority(imported.authority), imported.apiKey);
      store.importState(imported.store);
      notifications.importState(imported.notifications);
      Object.assign(shop.settings, usualSettings, imported.settings);
      loadBooks(shop.external, imported.external);
      lifecycle.replan();
    },
    reset() {
      store.reset();
      lifecycle.replan();
      notifications.sender.reset();
      shop.provoked.clear();
      shop.unreleased.clear();
      Object.assign(shop.settings, usualSettings);
      loadBooks(shop.external);
      Object.assign(ocsp, openOcspBook());
    },
    faultBody: (kind, at) => errorAnswer(kind === '500' ? 5000001 : 4290000, at),
    close: () => notifications.sender.close(),
  };
};

function holdKeys(authority: Authority, apiKey: ApiKey) {
  return {
    authority,
    apiKey,
    chain: authority.chain,
    sign: createSigner(authority.chain),
    checkBearer: createBearerCheck(apiKey),
  };
}

/** Errors, unknown paths and unreadable bodies in Apple's form. */
function answerLikeApple(scope: FastifyInstance, now: () => number): void {
  scope.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const unreadable = (error.statusCode ?? 500) < 500;
    const code: ErrorCode =
      error instanceof StoreError ? error.code : unreadable ? 4000000 : 5000000;
    const { status, headers, body } = errorAnswer(code, now());
    return reply.code(status).headers(headers).send(body);
  });
  scope.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ errorCode: 4040000, errorMessage: 'Resource not found.' }),
  );
}
