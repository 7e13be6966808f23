// Messages of charts.
import { defineMessages } from '../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    time: 'Time',
    total: 'Total',
    asTable: 'Table',
    noValue: 'No values',
    choose: (title: string) => `${title}: choose a period with the arrow keys`,
    opens: 'Click for purchases',
  },
  ko: {
    time: '시각',
    total: '합계',
    asTable: '표',
    noValue: '값 없음',
    choose: (title) => `${title}: 화살표 키로 기간 선택`,
    opens: '클릭하면 구매 목록',
  },
});
