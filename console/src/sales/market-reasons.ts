// Why a market gave money back, or a buyer disputed: the words of the markets, in people's words.
import { defineNames } from '../i18n/messages.ts';

const useReasons = defineNames({
  en: {
    REFUNDED_DUE_TO_ISSUE: 'Problem with the app',
    REFUNDED_FOR_OTHER_REASON: 'Another reason',
    UNINTENDED_PURCHASE: 'Bought by mistake',
    FULFILLMENT_ISSUE: 'Not received, or defective',
    UNSATISFIED_WITH_PURCHASE: 'Not satisfied',
    LEGAL: 'Legal reason',
    OTHER: 'Another reason',
    RefundedSuspectedFraud: 'Suspected fraud',
    RefundedFriendlyFraud: 'Abuse of refunds',
    other: 'Another reason',
    remorse: 'Changed their mind',
    not_received: 'Not received',
    defective: 'Defective',
    accidental_purchase: 'Bought by mistake',
    fraud: 'Fraud',
    friendly_fraud: 'Abuse of refunds',
    chargeback: 'Chargeback',
    unacknowledged_purchase: 'Not acknowledged in time',
    canceled: 'Cancelled before it was charged',
    fraudulent: 'The cardholder does not know the payment',
    duplicate: 'Charged twice',
    product_not_received: 'Not received',
    product_unacceptable: 'Defective, or not as described',
    subscription_canceled: 'Subscription was cancelled',
    unrecognized: 'The cardholder does not know the payment',
    credit_not_processed: 'A promised refund did not arrive',
    general: 'No reason given',
  },
  ko: {
    REFUNDED_DUE_TO_ISSUE: '앱 문제',
    REFUNDED_FOR_OTHER_REASON: '기타 사유',
    UNINTENDED_PURCHASE: '실수로 구매',
    FULFILLMENT_ISSUE: '받지 못했거나 문제가 있음',
    UNSATISFIED_WITH_PURCHASE: '만족하지 않음',
    LEGAL: '법적 사유',
    OTHER: '기타 사유',
    RefundedSuspectedFraud: '부정 사용 의심',
    RefundedFriendlyFraud: '환불 악용',
    other: '기타 사유',
    remorse: '단순 변심',
    not_received: '받지 못함',
    defective: '문제가 있음',
    accidental_purchase: '실수로 구매',
    fraud: '부정 사용',
    friendly_fraud: '환불 악용',
    chargeback: '차지백',
    unacknowledged_purchase: '제때 구매 확인되지 않음',
    canceled: '결제 전에 취소됨',
    fraudulent: '카드 소유자가 모르는 결제',
    duplicate: '중복 결제',
    product_not_received: '받지 못함',
    product_unacceptable: '문제가 있거나 설명과 다름',
    subscription_canceled: '구독을 해지함',
    unrecognized: '카드 소유자가 모르는 결제',
    credit_not_processed: '약속한 환불을 받지 못함',
    general: '사유를 알리지 않음',
  },
});

/** Who asked Google for the refund. */
const useSources = defineNames({
  en: { user: 'by the buyer', developer: 'by the developer', google: 'by Google' },
  ko: { user: '구매자', developer: '개발자', google: 'Google' },
});

/** A reason that is new stays as the market writes it. */
export function useMarketReason(): (text: string) => string {
  const reasons: Readonly<Record<string, string>> = useReasons();
  const sources: Readonly<Record<string, string>> = useSources();
  return (text) => {
    const [, word = text, source] = /^(\w+)(?: \((\w+)\))?$/.exec(text) ?? [];
    const reason = reasons[word] ?? word;
    return source === undefined ? reason : `${reason} (${sources[source] ?? source})`;
  };
}
