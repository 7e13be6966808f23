// Messages of replays of events.
import { defineMessages, defineNames } from '../../i18n/messages.ts';

export const useReplayMessages = defineMessages({
  en: {
    title: 'Send again',
    about:
      'For a receiver that lost events. It gets the requests that it accepted again, with the same ids and in order. New events wait until it is done.',
    from: 'From',
    to: 'To',
    app: 'App of the player',
    player: 'Player ID',
    events: 'Event types',
    eventsAbout: 'Separated by spaces, such as purchase.refunded subscription.*. Empty: all.',
    count: 'Count',
    begin: 'Send again',
    plan: (requests: string, messages: string, matching: string) =>
      `Requests: ${requests}. Events in them: ${messages}, of which you asked for ${matching}.`,
    keptSince: (date: string) => `Requests are kept since ${date}.`,
    leftOut: (requests: string) =>
      `Requests not sent because of the receiver's filter: ${requests}.`,
    begun: 'Sending again.',
    replays: 'Replays',
    begunAt: 'Started',
    range: 'Accepted',
    progress: 'Sent',
    by: 'By',
    state: 'State',
    cancel: 'Cancel',
    cancelOf: (id: string) => `Cancel ${id}`,
    cancelled: 'Cancelled.',
    none: 'No replays yet',
    noneAbout: 'Replays appear here with their progress.',
  },
  ko: {
    title: '다시 보내기',
    about:
      '이벤트를 잃어버린 수신자에게 받았던 요청을 같은 id와 순서로 다시 보냅니다. 끝날 때까지 새 이벤트는 기다립니다.',
    from: '시작',
    to: '끝',
    app: '플레이어의 앱',
    player: '플레이어 ID',
    events: '이벤트 종류',
    eventsAbout: '공백으로 구분합니다. 예: purchase.refunded subscription.*. 비우면 전부입니다.',
    count: '세어 보기',
    begin: '다시 보내기',
    plan: (requests, messages, matching) =>
      `요청 ${requests}건. 들어 있는 이벤트 ${messages}건 중 찾은 이벤트 ${matching}건.`,
    keptSince: (date) => `${date}부터의 요청을 보관하고 있습니다.`,
    leftOut: (requests) => `수신자의 필터 때문에 보내지 않는 요청: ${requests}건`,
    begun: '다시 보내고 있습니다.',
    replays: '다시 보낸 내역',
    begunAt: '시작한 시각',
    range: '받은 시각',
    progress: '전송',
    by: '운영자',
    state: '상태',
    cancel: '취소',
    cancelOf: (id) => `${id} 취소`,
    cancelled: '취소했습니다.',
    none: '다시 보낸 내역이 없습니다',
    noneAbout: '다시 보내기의 진행 상황이 여기에 표시됩니다.',
  },
});

export const useReplayStates = defineNames({
  en: { running: 'Running', done: 'Done', cancelled: 'Cancelled', failed: 'Failed' },
  ko: { running: '진행 중', done: '완료', cancelled: '취소됨', failed: '실패' },
});
