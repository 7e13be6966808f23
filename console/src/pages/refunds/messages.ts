// Messages of the list of refunds.
import { defineMessages } from '../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    title: 'Refunds',
    about: 'Purchases cancelled by a refund or a dispute.',
    counted: (count: string) => (count === '1' ? '1 refund' : `${count} refunds`),
    none: 'No refunds',
    noneAbout:
      'Tollgate learns about refunds and disputes from store notifications, and asks the markets every few minutes.',
    notFound: 'No refunds in this time range',
    notFoundAbout: 'Choose a longer time range or another market.',
  },
  ko: {
    title: '환불',
    about: '환불이나 이의 제기로 취소된 구매입니다.',
    counted: (count) => `환불 ${count}건`,
    none: '환불이 없습니다',
    noneAbout: '환불과 이의 제기는 마켓의 알림과 몇 분마다 이루어지는 마켓 조회를 통해 들어옵니다.',
    notFound: '이 기간에는 환불이 없습니다',
    notFoundAbout: '더 긴 기간이나 다른 마켓을 선택해 보세요.',
  },
});
