// Notifications of a market of the studio's own: signed like its answers. Each names a receipt to ask about.
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../../base/clock.ts';
import { parseFields, textOf } from '../fields.ts';
import { type NoticeReader, readJob } from '../notice.ts';
import { type customShapes, keysOf } from './settings.ts';
import { checkSignature } from './signature.ts';

const OF_RECEIPT = /^(purchase|subscription)\./;

export const createCustomNotices = (clock: Clock): NoticeReader<typeof customShapes> => ({
  async authenticate(app, headers: IncomingHttpHeaders, _address, body) {
    const keys = keysOf(app);
    if (keys.length === 0) {
      return { unavailable: 'the app has no key, so notifications cannot be verified' };
    }
    const id = textOf(parseFields(body)?.id);
    if (id === undefined) return 'forged';
    const signature = checkSignature(keys, headers, { id, body }, clock());
    return signature === 'genuine' ? 'genuine' : 'forged';
  },
  async read({ appid }, body, now, again) {
    const said = parseFields(body);
    const [id, type, receipt] = [textOf(said?.id), textOf(said?.type), textOf(said?.receipt)];
    if (id === undefined || type === undefined) return 'forged';
    if (said?.appid !== appid) return 'foreign';
    const kind = OF_RECEIPT.exec(type)?.[1];
    const saidAt = Date.parse(String(said.at));
    const payload = receipt !== undefined &&
      kind !== undefined && {
        provider: 'CUSTOM' as const,
        ...(kind === 'subscription' && { isSubscription: true as const }),
        receipt,
        noticeId: id,
      };
    return {
      id,
      kind: type,
      state: payload ? 'waiting' : 'kept',
      reportedAt: Number.isNaN(saidAt) ? now : saidAt,
      subject: receipt ?? null,
      subscriptions: [],
      cancellations: [],
      alerts: [],
      jobs: payload ? [readJob(payload, again)] : [],
    };
  },
});
