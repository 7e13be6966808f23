// Why verifications are refused: names and colours.
import { defineNames } from '../i18n/messages.ts';
import { type Band, bandColor } from './colors.ts';

const useNames = defineNames({
  en: {
    INVALID_RECEIPT: 'Invalid receipt',
    PRICE_VERIFY_FAIL: 'Price mismatch',
    RECEIPT_VERIFY_FAIL: 'Forged or altered receipt',
    PAYMENT_PENDING: 'Not paid yet',
    MARKET_UNAVAILABLE: 'Market unavailable',
    INVALID_REQUEST: 'Invalid request',
    INTERNAL_ERROR: 'Internal error',
  },
  ko: {
    INVALID_RECEIPT: '유효하지 않은 영수증',
    PRICE_VERIFY_FAIL: '가격 불일치',
    RECEIPT_VERIFY_FAIL: '위조 또는 변조된 영수증',
    PAYMENT_PENDING: '결제 대기',
    MARKET_UNAVAILABLE: '마켓 응답 없음',
    INVALID_REQUEST: '잘못된 요청',
    INTERNAL_ERROR: '내부 오류',
  },
});

const COLORS: Readonly<Record<string, Band>> = {
  INVALID_RECEIPT: 'rose',
  PRICE_VERIFY_FAIL: 'amber',
  RECEIPT_VERIFY_FAIL: 'violet',
  PAYMENT_PENDING: 'slate',
  MARKET_UNAVAILABLE: 'blue',
};

export const reasonColor = (reason: string): string => bandColor(COLORS[reason] ?? 'lime');

/** A reason that has no name is called by its code. */
export function useReasonNames(): (reason: string) => string {
  const known: Readonly<Record<string, string>> = useNames();
  return (reason) => known[reason] ?? reason;
}
