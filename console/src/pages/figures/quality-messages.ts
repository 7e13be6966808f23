// Messages of the figures of verifications and restrictions.
import { defineMessages } from '../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    outcomes: 'Outcomes of verifications',
    reasons: 'Why verifications were refused',
    p95: 'Response time, 95%',
    p50: 'Response time, 50%',
    cancelled: 'Refunded or disputed',
    rate: 'Refund rate',
    unusual: 'Unusual',
    noRefunds: 'No product was refunded in this time range.',
    noVerifications: 'No verifications in this time range',
    noVerificationsAbout:
      'Here you will see how verifications end, how reliably and fast the stores answer, and which purchases were never delivered.',
    ends: 'Changes, releases and expiries',
    medianRelease: 'Half released within',
    p90Release: '90% released within',
    noRestrictions: 'No restrictions in this time range',
    noRestrictionsAbout:
      'Here you will see how many players are restricted and released, by type and by who did it, and how many come back.',
    key: 'Certification key',
    client: 'App server',
  },
  ko: {
    outcomes: '검증 결과',
    reasons: '검증이 거절된 이유',
    p95: '응답 시간 95%',
    p50: '응답 시간 50%',
    cancelled: '환불 또는 이의 제기',
    rate: '환불률',
    unusual: '이례적',
    noRefunds: '이 기간에 환불된 상품이 없습니다.',
    noVerifications: '이 기간에 검증이 없습니다',
    noVerificationsAbout:
      '검증이 어떻게 끝나는지, 스토어가 얼마나 안정적이고 빠르게 응답하는지, 지급되지 않은 구매가 무엇인지 보여 줍니다.',
    ends: '변경, 해제, 만료',
    medianRelease: '절반이 해제되기까지',
    p90Release: '90%가 해제되기까지',
    noRestrictions: '이 기간에 제한이 없습니다',
    noRestrictionsAbout:
      '플레이어가 얼마나 제한되고 해제되는지, 유형과 처리한 주체별로, 그리고 다시 제한되는 수를 보여 줍니다.',
    key: '인증 키',
    client: '앱 서버',
  },
});
