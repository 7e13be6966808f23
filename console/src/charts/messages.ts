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
    sameBefore: 'Nothing to compare with',
    noChange: 'no change',
    comparedTo: (value: string) => `from ${value}`,
    soFar: (name: string) => `${name} (so far)`,
    running: (name: string) => `${name} is not over: its bars are fainter`,
    inCurrency: (currency: string) => `In ${currency}`,
    onlyIn: (currency: string) => `${currency} only`,
    allIn: (currency: string) => `All currencies, in ${currency}`,
    withoutRate: (currency: string, others: number) =>
      `In ${currency}, + ${others} ${others === 1 ? 'currency' : 'currencies'} without a rate`,
    allCurrencies: 'All currencies',
    more: (amounts: string) => `+ ${amounts}`,
  },
  ko: {
    time: '시각',
    total: '합계',
    asTable: '표',
    noValue: '값 없음',
    choose: (title) => `${title}: 화살표 키로 기간 선택`,
    opens: '클릭하면 구매 목록',
    sameBefore: '비교할 값 없음',
    noChange: '변화 없음',
    comparedTo: (value) => `이전 ${value}`,
    soFar: (name) => `${name} (진행 중)`,
    running: (name) => `${name}은(는) 진행 중이라 옅게 표시`,
    inCurrency: (currency) => `${currency} 기준`,
    onlyIn: (currency) => `${currency}만`,
    allIn: (currency) => `모든 통화를 ${currency}로 환산`,
    withoutRate: (currency, others) => `${currency} 기준, 환율 없는 통화 ${others}개 제외`,
    allCurrencies: '모든 통화',
    more: (amounts) => `+ ${amounts}`,
  },
});
