// The App Store.
import { Type } from 'typebox';
import type { MarketDescription, MarketOptions } from '../description.ts';
import { address } from '../shapes.ts';
import { createAppleActions } from './action-calls.ts';
import { appleActions } from './actions.ts';
import { createAppleApi } from './api.ts';
import { createApple } from './apple.ts';
import { createAppleSignatures } from './chain.ts';
import { createAppleCredentialCheck } from './credential-check.ts';
import { createMissedCycles } from './missed-cycles.ts';
import { createAppleNotices } from './notice.ts';
import { createOrderLookup } from './order-number.ts';
import { createRevocations } from './revocations.ts';
import { appleKeyFile, appleSettingsProblem, appleShapes, privateKeyProblem } from './settings.ts';
import { accountInNotice } from './signed-content.ts';
import { createAppleSubscriptions } from './subscription.ts';
import { appleKey } from './transaction.ts';

const addresses = {
  appleUrl: address(
    'APPLE_URL',
    'App Store Server API, production.',
    'https://api.storekit.apple.com',
    '/apple/production',
  ),
  appleSandboxUrl: address(
    'APPLE_SANDBOX_URL',
    'App Store Server API, sandbox.',
    'https://api.storekit-sandbox.apple.com',
    '/apple/sandbox',
  ),
  appleOcsp: {
    variable: 'APPLE_OCSP',
    description:
      'Whether Apple is asked, in the background, if the certificates that sign receipts are revoked (OCSP): `off`, `on`, or the URL of another responder. Receipts under a revoked certificate are refused. While nobody answers, they are accepted, and an alert opens.',
    kind: 'responder',
    fallback: 'off',
    emulated: () => 'off',
  },
  appleRoots: {
    variable: 'APPLE_ROOT_FINGERPRINTS',
    description:
      'Root certificates to trust in addition to Apple Root CA - G3: SHA-256 fingerprints in hex, separated by commas.',
    kind: 'fingerprints',
    fallback: '',
    emulated: (_url, { rootFingerprintSha256 }) => String(rootFingerprintSha256),
  },
} as const satisfies MarketDescription['addresses'];

export const apple = {
  code: 'APPLE',
  prefix: 'AP',
  name: { en: 'App Store', ko: 'App Store' },
  seller: 'the App Store',
  ...appleShapes,
  identity: 'bundle_id',
  secretProblems: { private_key: privateKeyProblem },
  settingsProblem: appleSettingsProblem,
  keyFile: appleKeyFile,
  strict: { product: true, price: true },
  transactionId: 'transaction id',
  signsReceipts: true,
  refusesNormally: true,
  subscriptions: {
    id: 'original transaction id',
    original: 'original transaction id',
    datesRefunds: true,
  },
  imports: {
    dateSource: 'STORE_PAYMENT',
    idIsReceipt: true,
    keyOf: (id, test) => appleKey(test ? 'Sandbox' : 'Production', id),
  },
  notices: {
    path: 'apple',
    summary: 'App Store Server Notifications, version 2',
    description:
      'Called by Apple. The signature in the body proves the sender; register the address in App Store Connect.',
    body: Type.Object(
      { signedPayload: Type.String({ description: 'JWS signed by Apple.' }) },
      { examples: [{ signedPayload: 'eyJhbGciOiJFUzI1NiIsIng1YyI6WyJ…' }] },
    ),
    id: 'notificationUUID',
    accountIn: accountInNotice,
  },
  actions: appleActions,
  addresses,
  emulator: 'apple',
  demo: ({ appid }, { privateKey, bundleId = appid, appAppleId = 1, issuerId, keyId }) => ({
    settings: {
      bundle_id: bundleId,
      app_apple_id: appAppleId,
      issuer_id: issuerId,
      key_id: keyId,
      report_external_sales: privateKey !== undefined,
    },
    secrets: { private_key: privateKey },
  }),
  create({ http, addresses: at, clock, log, ...on }: MarketOptions<typeof addresses>) {
    const api = createAppleApi(http, at, clock, on.onAccess);
    const { onChainCheck } = on;
    const statuses = on.certificateStatuses;
    const responder = at.appleOcsp;
    const revocations =
      statuses && responder !== 'off'
        ? createRevocations({ responder, http, clock, log, statuses })
        : undefined;
    const signatures = createAppleSignatures({
      extraRoots: at.appleRoots,
      clock,
      revocations,
      onChainCheck,
    });
    const deps = { api, signatures, log };
    const subscriptions = createAppleSubscriptions(deps);
    return {
      ...createApple(deps),
      readMissedCycles: createMissedCycles(deps),
      ...subscriptions,
      actions: createAppleActions(deps, subscriptions),
      check: createAppleCredentialCheck(api),
      notices: createAppleNotices(signatures),
      transactionsOfOrder: createOrderLookup({ api, signatures }),
      api,
      revocations,
    };
  },
} as const satisfies MarketDescription;
