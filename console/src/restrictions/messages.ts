// Messages that players, bulk lists and restriction types share.
import { defineMessages, defineNames } from '../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    since: (start: string) => `since ${start}`,
    for: 'Ends in',
    days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
    typeNumber: (number: number) => `Type ${number}`,
    noTypes: 'There is no restriction type yet. Create one first:',
    types: 'Restriction types',
  },
  ko: {
    since: (start) => `${start}부터`,
    for: '종료까지',
    days: (count) => `${count}일`,
    typeNumber: (number) => `유형 ${number}`,
    noTypes: '아직 제한 유형이 없습니다. 먼저 유형을 등록하세요:',
    types: '제한 유형',
  },
});

export const useStatusNames = defineNames({
  en: { P: 'Permanent', B: 'For a period' },
  ko: { P: '영구 제한', B: '기간 제한' },
});
