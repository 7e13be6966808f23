// Messages that purchases, refunds, subscriptions, store notifications and the overview share.
import type { Language } from '../i18n/language.tsx';
import { defineMessages, defineNames } from '../i18n/messages.ts';
import { MARKETS, marketView } from './markets.ts';
import type { Market } from './records.ts';

const namesIn = (language: Language) =>
  Object.fromEntries(
    MARKETS.map((market) => [market, marketView(market).name[language]]),
  ) as Record<Market, string>;

export const useMarketNames = defineNames({ en: namesIn('en'), ko: namesIn('ko') });

export const useMessages = defineMessages({
  en: {
    window: 'Time range',
    allTime: 'All time',
    day: '24 h',
    week: '7 d',
    month: '30 d',
    backwards: 'The end is before the start.',
    allMarkets: 'All markets',
    bought: 'Bought',
    verified: 'Verified',
    cancelledAt: 'Cancelled',
    purchase: 'Purchase',
    valid: 'Valid',
    refunded: 'Refunded',
    revoked: 'Revoked',
    disputed: 'Disputed',
    charged_back: 'Charged back',
    unclaimed: 'Not verified',
    undelivered: 'Undelivered',
    test: 'Test',
    familyShared: 'Family shared',
    money: 'Money',
    anyMoney: 'Real and test',
    realMoney: 'Real money',
    testMoney: 'Test purchases',
    delivered: 'Delivered',
    cancelled: 'Delivery cancelled',
    clawed_back: 'Clawed back',
    searchBy: 'Search by',
    searchFor: 'Search for',
    clear: 'Clear',
    accountUuid: 'Account (UUID)',
    wrongUuid: 'An account is a UUID, such as 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10.',
    wrongPlayer: 'A player ID is a number of up to 19 digits.',
    wrongServiceId: 'Enter an ID such as AP_12, or the UUID of a subscription period.',
    timeline: 'Timeline',
    noTimeline: 'No activity yet.',
    toMarkets: 'Open market settings',
    clearAll: 'Clear all filters',
  },
  ko: {
    window: '기간',
    allTime: '전체',
    day: '24시간',
    week: '7일',
    month: '30일',
    backwards: '시작보다 빠릅니다.',
    allMarkets: '모든 마켓',
    bought: '구매 시각',
    verified: '검증 시각',
    cancelledAt: '취소 시각',
    purchase: '구매',
    valid: '정상',
    refunded: '환불됨',
    revoked: '공유 종료됨',
    disputed: '이의 제기 중',
    charged_back: '차지백',
    unclaimed: '미검증',
    undelivered: '미지급',
    test: '테스트',
    familyShared: '가족 공유',
    money: '결제 구분',
    anyMoney: '실결제와 테스트',
    realMoney: '실결제',
    testMoney: '테스트 구매',
    delivered: '지급됨',
    cancelled: '지급 취소',
    clawed_back: '회수됨',
    searchBy: '검색 기준',
    searchFor: '검색어',
    clear: '초기화',
    accountUuid: '계정 (UUID)',
    wrongUuid: '계정은 7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10 형식의 UUID입니다.',
    wrongPlayer: '플레이어 ID는 최대 19자리 숫자입니다.',
    wrongServiceId: 'AP_12 형식이거나 구독 주기의 UUID여야 합니다.',
    timeline: '타임라인',
    noTimeline: '아직 기록이 없습니다.',
    toMarkets: '마켓 설정',
    clearAll: '모든 필터 초기화',
  },
});

/** Of offering an order to the game again. */
export const useRestoring = defineMessages({
  en: {
    restore: 'Restore purchase',
    about: (id: string) => `Restore order ${id}`,
    title: (id: string) => `Restore order ${id}?`,
    explanation:
      'Tollgate checks the payment. The game gets the order again the next time it restores purchases, usually when the player restarts it.',
    done: (id: string) => `The game gets order ${id} with its next restore.`,
  },
  ko: {
    restore: '구매 복원',
    about: (id) => `주문 ${id} 복원`,
    title: (id) => `주문 ${id}을(를) 복원할까요?`,
    explanation:
      '결제 여부를 확인합니다. 게임이 다음에 구매를 복원할 때(보통 게임을 다시 시작할 때) 주문을 다시 받습니다.',
    done: (id) => `게임이 다음 복원 때 주문 ${id}을(를) 받습니다.`,
  },
});
