// Real-Time Notifications of Amazon, through SNS. Each names a receipt to read again.
import { parseFields, textOf } from '../fields.ts';
import { type NoticeReader, type ReadNotice, readJob } from '../notice.ts';
import { timeOf } from './api.ts';
import { receiptText } from './receipt.ts';
import type { amazonShapes } from './settings.ts';
import type { Sns } from './sns.ts';

export const createAmazonNotices = (sns: Sns): NoticeReader<typeof amazonShapes> => ({
  async read({ appid, settings }, body, now, again) {
    const envelope = await sns.open(appid, body);
    if (envelope === 'forged' || 'unavailable' in envelope) return envelope as 'forged';
    const id = textOf(envelope.MessageId);
    if (id === undefined) return 'forged';
    const { topic_arn } = settings;
    if (topic_arn !== undefined && envelope.TopicArn !== topic_arn) return 'foreign';
    const plain: ReadNotice = {
      id,
      kind: String(envelope.Type),
      state: 'applied',
      reportedAt: Date.parse(String(envelope.Timestamp)),
      subject: null,
      subscriptions: [],
      cancellations: [],
      alerts: [],
      jobs: [],
    };
    if (envelope.Type === 'SubscriptionConfirmation') {
      const confirmed = await sns.confirm(appid, envelope);
      return confirmed === 'done' ? plain : confirmed;
    }
    if (envelope.Type !== 'Notification') return { ...plain, state: 'kept' };
    const message = parseFields(String(envelope.Message));
    const kind = textOf(message?.notificationType);
    const receiptId = textOf(message?.receiptId);
    const userId = textOf(message?.appUserId);
    if (!message || kind === undefined) return 'forged';
    if (message.appPackageName !== settings.package_name) return 'foreign';
    // Anybody can own a topic at Amazon, so only what Amazon answers about the receipt counts.
    const named =
      receiptId === undefined || userId === undefined ? undefined : { userId, receiptId };
    const payload = named && {
      provider: 'AMAZON' as const,
      ...(kind.startsWith('SUBSCRIPTION_') && { isSubscription: true as const }),
      uniqueKey: named.receiptId,
      receipt: receiptText(named),
      noticeId: id,
    };
    return {
      ...plain,
      kind,
      state: payload ? 'waiting' : 'kept',
      reportedAt: timeOf(message.timestamp) ?? now,
      subject: receiptId ?? null,
      jobs: payload ? [readJob(payload, again)] : [],
    };
  },
});
