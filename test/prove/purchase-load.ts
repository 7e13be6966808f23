// Callers that verify App Store purchases without end, each until it is answered, and the purchases that are recorded in the end.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createAuthority } from '../../emulator/apple/certificates.ts';
import { createSigner } from '../../emulator/apple/jws.ts';
import { openStorage, type StorageOptions } from '../../src/storage/storage.ts';
import { ACCOUNT } from './proof-app.ts';
import { call, type RestrictionApp } from './restriction-app.ts';

const WORKERS = 4;
/** A caller that got an error does not call again at once. */
const AFTER_ERROR_MS = 20;
const BUNDLE_ID = 'com.tollgate.proof';
const FIRST_ID = 2_000_000_000_000;

export interface PurchaseFigures {
  /** Requests; whoever gets an error sends the same again. */
  readonly sent: number;
  /** Purchases that were answered with 200. */
  readonly acknowledged: number;
  /** Of them those that were new, so that the game delivers. */
  readonly delivered: number;
  readonly refused: number;
  readonly unanswered: number;
}

export interface PurchaseLoad {
  figures(): PurchaseFigures;
  stop(): Promise<PurchaseFigures>;
  /** Counts acknowledged purchases that are not on record; asserts that none is on it twice. */
  countLost(storage: StorageOptions): Promise<number>;
}

interface AppStore {
  /** What the service must trust. */
  readonly rootFingerprint: string;
  sign(payload: object): string;
}

export async function openAppStore(): Promise<AppStore> {
  const { chain } = await createAuthority();
  const root = Buffer.from(chain.x5c[2] as string, 'base64');
  return { rootFingerprint: hash('sha256', root, 'hex'), sign: createSigner(chain) };
}

/** The app sells at the App Store from now on. */
export async function startPurchases(
  url: string,
  { appid, gameIndex }: RestrictionApp,
  store: AppStore,
  /** Where the next request goes, if there are several processes. */
  nextUrl: () => string = () => url,
): Promise<PurchaseLoad> {
  const settings = { bundle_id: BUNDLE_ID, app_apple_id: 1 };
  await call(`${url}/admin/v1/apps/${appid}/markets/APPLE`, 'PUT', { settings, secrets: {} });
  const client = await call(`${url}/admin/v1/projects/${gameIndex}/clients`, 'POST', {
    name: 'purchases',
  });
  const { client_id, client_secret } = client;
  const grant = { grant_type: 'client_credentials', client_id, client_secret };
  const { access_token } = await call(`${url}/oauth/token`, 'POST', grant);
  const headers = {
    'content-type': 'application/json',
    'x-app-id': appid,
    authorization: `Bearer ${access_token}`,
  };
  const figures = { sent: 0, acknowledged: 0, delivered: 0, refused: 0, unanswered: 0 };
  const acknowledged: string[] = [];
  let next = 0;
  let isOver = false;

  /** Whether the purchase was new; undefined when the caller has to send it again. */
  async function verify(body: string): Promise<boolean | undefined> {
    figures.sent += 1;
    try {
      const response = await fetch(`${nextUrl()}/payment/v1/purchase/verify`, {
        method: 'POST',
        headers,
        body,
      });
      const answer = (await response.json()) as {
        readonly code?: string;
        readonly data?: { readonly serviceDuplicated: boolean };
      };
      if (response.status === 200) return answer.data?.serviceDuplicated === false;
      assert.deepEqual([response.status, answer.code], [500, 'internal_error']);
      figures.refused += 1;
    } catch (error) {
      // fetch says so when the connection is gone.
      if (!(error instanceof TypeError)) throw error;
      figures.unanswered += 1;
    }
    return undefined;
  }

  async function work(): Promise<void> {
    while (!isOver) {
      const id = String(FIRST_ID + next++);
      const body = requestOf(store, id);
      for (let isNew = await verify(body); ; isNew = await verify(body)) {
        if (isNew !== undefined) {
          acknowledged.push(id);
          figures.acknowledged += 1;
          if (isNew) figures.delivered += 1;
          break;
        }
        await wait(AFTER_ERROR_MS);
      }
    }
  }

  const ended = Promise.all(Array.from({ length: WORKERS }, work));
  ended.catch(() => {});
  return {
    figures: () => ({ ...figures }),
    async stop() {
      isOver = true;
      await ended;
      return { ...figures };
    },
    async countLost(options) {
      const storage = openStorage(options);
      try {
        const rows = await storage.db
          .selectFrom('purchase')
          .select('unique_key')
          .where('appid', '=', appid)
          .execute();
        const recorded = new Set(rows.map((row) => row.unique_key));
        assert.equal(recorded.size, rows.length, 'every purchase is on record once');
        return acknowledged.filter((id) => !recorded.has(id)).length;
      } finally {
        await storage.close();
      }
    },
  };
}

function requestOf(store: AppStore, transactionId: string): string {
  const at = Date.now();
  const transaction = {
    transactionId,
    originalTransactionId: transactionId,
    bundleId: BUNDLE_ID,
    productId: 'gems.100',
    purchaseDate: at,
    originalPurchaseDate: at,
    quantity: 1,
    type: 'Consumable',
    inAppOwnershipType: 'PURCHASED',
    signedDate: at,
    environment: 'Production',
    price: 9_990,
    currency: 'USD',
  };
  return JSON.stringify({
    accountUuid: ACCOUNT,
    serviceReceipt: store.sign(transaction),
    productId: 'gems.100',
    providerId: 'APPLE',
    requestType: 1,
  });
}
