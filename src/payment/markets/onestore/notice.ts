// Payment notifications of ONE store (PNS 3): signed with the app's licence key. Each names a purchase to read again.
import { verify } from 'node:crypto';
import { type Fields, parseFields, textOf } from '../fields.ts';
import { type NoticeReader, readJob } from '../notice.ts';
import { licenceKeyOf } from './secrets.ts';
import type { OnestoreApp, onestoreShapes } from './settings.ts';

/** The environment of a message; messages of version 3.0 do not say it. */
const ENVIRONMENTS = { production: 'COMMERCIAL', sandbox: 'SANDBOX' } as const;

export const onestoreNotices: NoticeReader<typeof onestoreShapes> = {
  async read(app, body, now, again) {
    const { licence_key: key } = app.secrets;
    if (key === undefined) {
      return { unavailable: 'the app has no licence key, so notifications cannot be verified' };
    }
    const message = openMessage(body, key);
    if (!message) return 'forged';
    const purchaseId = textOf(message.purchaseId);
    const productId = textOf(message.productId);
    const state = textOf(message.purchaseState);
    if (purchaseId === undefined || productId === undefined || state === undefined) return 'forged';
    if (!isOurs(app, message)) return 'foreign';
    // A notification has no id of its own.
    const id = `${purchaseId} ${state}`;
    const job = readJob(
      {
        provider: 'ONESTORE',
        uniqueKey: purchaseId,
        productId,
        // Messages of version 3.0 may lack it.
        receipt: textOf(message.purchaseToken),
        price: textOf(message.price),
        currency: textOf(message.priceCurrencyCode),
        noticeId: id,
      },
      again,
    );
    return {
      id,
      kind: state,
      state: 'waiting',
      reportedAt: now,
      subject: purchaseId,
      subscriptions: [],
      cancellations: [],
      alerts: [],
      jobs: [job],
    };
  },
};

function isOurs({ settings, environment }: OnestoreApp, message: Fields): boolean {
  const client = textOf(message.clientId) ?? textOf(message.packageName);
  return (
    client === settings.client_id &&
    (message.environment ?? ENVIRONMENTS[environment]) === ENVIRONMENTS[environment] &&
    (message.marketCode ?? settings.market_code) === settings.market_code
  );
}

/** The message, if its signature is of the licence key: over the JSON without the signature. */
function openMessage(body: string, licenceKey: string): Fields | undefined {
  const key = licenceKeyOf(licenceKey);
  const { signature, ...message } = parseFields(body) ?? {};
  if (!key || typeof signature !== 'string') return undefined;
  const signed = Buffer.from(signature, 'base64');
  // Whether ONE store signs its own spacing or none is not documented; both are its own words.
  const forms = [JSON.stringify(message), body.replace(SIGNATURE, '')];
  return forms.some((form) => verify('sha512', Buffer.from(form), key, signed))
    ? message
    : undefined;
}

const SIGNATURE = /\s*,\s*"signature"\s*:\s*"[^"]*"/;
