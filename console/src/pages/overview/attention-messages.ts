// Messages of what is wrong now.
import { defineMessages } from '../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    letters: (count: number, shown: string) =>
      count === 1
        ? 'One dead letter: Tollgate gave up delivering a batch of notifications.'
        : `${shown} dead letters: Tollgate gave up delivering these batches of notifications.`,
    toLetters: 'Show dead letters',
    refused: (market: string) => `${market}: the credentials do not work.`,
    failing: (market: string) => `${market}: no answer.`,
    since: 'Since',
    toMarkets: 'Open market settings',
  },
  ko: {
    letters: (_, shown) => `전달을 포기한 알림 묶음이 ${shown}개 있습니다.`,
    toLetters: '전송 포기 보기',
    refused: (market) => `${market}: 자격 증명에 문제가 있습니다.`,
    failing: (market) => `${market}: 응답이 없습니다.`,
    since: '시작:',
    toMarkets: '마켓 설정 열기',
  },
});
