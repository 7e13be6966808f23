// Messages that players, bulk lists and restriction types share.
import { defineMessages, defineNames } from '../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    scopeAbout:
      'Login keeps the player out. Every other scope restricts one feature, which the game applies.',
    since: (start: string) => `since ${start}`,
    for: 'Ends in',
    days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
    typeNumber: (number: number) => `Type ${number}`,
    noTypes: 'There is no restriction type yet. Create one first:',
    types: 'Restriction types',
  },
  ko: {
    scopeAbout:
      '로그인은 게임 이용을 막습니다. 다른 범위는 기능 하나를 제한하며, 게임이 적용합니다.',
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

export const useLimitMessages = defineMessages({
  en: {
    limit: 'Limit what may be restricted',
    types: 'Restriction types',
    scopes: 'Scopes',
    every: 'All',
    days: 'Longest duration in days',
    daysAbout: 'Leave empty to allow permanent restrictions as well.',
    typesOf: (numbers: string) => `types ${numbers}`,
    atMost: (days: number) => (days === 1 ? 'at most 1 day' : `at most ${days} days`),
  },
  ko: {
    limit: '제한할 수 있는 범위 지정',
    types: '제한 유형',
    scopes: '제한 범위',
    every: '전체',
    days: '최대 기간(일)',
    daysAbout: '비워 두면 영구 제한도 할 수 있습니다.',
    typesOf: (numbers) => `유형 ${numbers}`,
    atMost: (days) => `최대 ${days}일`,
  },
});
