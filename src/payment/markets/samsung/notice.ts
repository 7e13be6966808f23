// Instant Server Notifications of Samsung: a JWT that names a purchase to read again.
import { compactVerify } from 'jose';
import { fieldsOf, parseFields, textOf } from '../fields.ts';
import { type NoticeReader, type ReadNotice, readJob } from '../notice.ts';
import { publicKeyOf } from './secrets.ts';
import type { samsungShapes } from './settings.ts';

const ISSUER = 'iap.samsungapps.com';
/** They name a purchase that the receipt call knows. */
const OF_ITEMS = ['ITEM_PURCHASED', 'ITEM_REFUNDED'];
const SECOND_MS = 1_000;

export const samsungNotices: NoticeReader<typeof samsungShapes> = {
  async read({ settings, secrets }, body, now, again) {
    if (secrets.public_key === undefined) {
      return { unavailable: 'the app has no public key, so notifications cannot be verified' };
    }
    const claims = await openToken(body.trim(), secrets.public_key);
    const kind = textOf(claims?.sub);
    if (claims?.iss !== ISSUER || kind === undefined) return 'forged';
    if (![claims.aud].flat().includes(settings.package_name)) return 'foreign';
    const purchaseId = textOf(fieldsOf(claims.data)?.purchaseId);
    const isOfItem = OF_ITEMS.includes(kind) && purchaseId !== undefined;
    // A notification has no id of its own.
    const id = isOfItem ? `${purchaseId} ${kind}` : `${purchaseId ?? ''} ${kind} ${claims.iat}`;
    const saidAt = Number(claims.iat) * SECOND_MS;
    const notice: ReadNotice = {
      id: id.trim(),
      kind,
      state: isOfItem ? 'waiting' : 'kept',
      reportedAt: Number.isSafeInteger(saidAt) ? saidAt : now,
      subject: purchaseId ?? null,
      subscriptions: [],
      cancellations: [],
      alerts: [],
      jobs: [],
    };
    if (!isOfItem) return notice;
    const payload = { provider: 'SAMSUNG', receipt: purchaseId, noticeId: notice.id } as const;
    return { ...notice, jobs: [readJob(payload, again)] };
  },
};

async function openToken(token: string, publicKey: string) {
  const key = publicKeyOf(publicKey);
  if (!key) return undefined;
  try {
    const { payload } = await compactVerify(token, key, { algorithms: ['RS256'] });
    return parseFields(Buffer.from(payload).toString());
  } catch {
    return undefined;
  }
}
