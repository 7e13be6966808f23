// Messages of the search for purchases.
import { defineMessages } from '../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    about:
      'All purchases that app servers have verified or markets have reported. Open one to see its details and timeline.',
    storeId: 'Store transaction ID',
    serviceId: 'Service transaction ID',
    anyState: 'Any state',
    verification: 'Verification',
    anyVerification: 'Verified or not',
    delivery: 'Delivery',
    anyDelivery: 'Any delivery',
    loss: 'Refund or dispute',
    anyLoss: 'With or without',
    reported: 'Reported in this time',
    wrongCountry: 'Two letters, such as KR.',
    none: 'No purchases yet',
    noneAbout:
      'A purchase appears here when an app server verifies it. Connect a market, then send a receipt to /payment/v1/purchase/verify.',
    notFoundAbout: 'No purchase matches your search. Try another ID or a longer time range.',
    counted: (count: string) => (count === '1' ? '1 purchase' : `${count} purchases`),
  },
  ko: {
    about:
      '앱 서버가 검증했거나 마켓이 알려 준 모든 구매입니다. 항목을 열면 전체 이력을 볼 수 있습니다.',
    storeId: '스토어 거래 ID',
    serviceId: '서비스 거래 ID',
    anyState: '모든 상태',
    verification: '검증',
    anyVerification: '검증 여부 무관',
    delivery: '지급',
    anyDelivery: '모든 지급 상태',
    loss: '환불 또는 이의 제기',
    anyLoss: '있음 또는 없음',
    reported: '이 기간에 통보됨',
    wrongCountry: 'KR과 같은 두 글자입니다.',
    none: '아직 구매가 없습니다',
    noneAbout:
      '앱 서버가 구매를 검증하면 바로 여기에 표시됩니다. 먼저 마켓을 연결한 뒤 /payment/v1/purchase/verify로 영수증을 보내세요.',
    notFoundAbout: '검색 조건에 맞는 구매가 없습니다. 다른 ID나 더 긴 기간으로 검색해 보세요.',
    counted: (count) => `구매 ${count}건`,
  },
});
