// Messages about the personal data of a player.
import { defineMessages, defineNames } from '../../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    title: 'Personal data',
    about:
      'Export everything that is stored about this player, for example for a request of the player. Erasing deletes it; purchases stay for bookkeeping, without the person.',
    export: 'Export data',
    erase: 'Erase player',
    question: (id: string) => `Erase player ${id}?`,
    begun: (id: string) => `Player ${id} is being erased. This takes a few minutes.`,
    counting: 'Counting',
    deleted: 'Deleted',
    rewritten: 'Kept without the player',
    nothing: 'Nothing is stored about this player.',
    running: 'This player is being erased. Starting again does no harm.',
    waiting:
      'This player is erased except for what a restriction, an unpaid order or a bulk list still needs.',
    underWay: 'Erasure under way',
    runningNow: 'This player is being erased, which takes a few minutes.',
    waitingNow:
      'Most is erased. The rest follows when the restriction, unpaid order or bulk list that needs the player has ended; Tollgate looks daily.',
    requestedAt: 'Requested',
    left: 'Still stored:',
    withoutPlayer: '(stays without the player)',
    restricted:
      'The current restriction stays with the player ID until it ends or is released. Its comments are erased now.',
    subscribed:
      'The player has an active subscription. It goes on at the market, and its renewals are recorded without the player.',
    elsewhere:
      'The player is logged out. Backups, and what your game has stored, do not change. This cannot be undone.',
  },
  ko: {
    title: '개인 정보',
    about:
      '이 플레이어에 대해 저장된 모든 정보를 내보냅니다(예: 본인의 열람 요청). 삭제하면 정보가 지워지고, 구매 내역은 회계를 위해 개인 식별 정보 없이 남습니다.',
    export: '데이터 내보내기',
    erase: '플레이어 정보 삭제',
    question: (id) => `플레이어 ${id}의 정보를 삭제할까요?`,
    begun: (id) => `플레이어 ${id}의 정보를 삭제하고 있습니다. 몇 분 걸립니다.`,
    counting: '집계 중',
    deleted: '삭제',
    rewritten: '개인 식별 정보 없이 보관',
    nothing: '이 플레이어에 대해 저장된 정보가 없습니다.',
    running: '이 플레이어의 정보를 삭제하고 있습니다. 다시 시작해도 괜찮습니다.',
    waiting:
      '이용 제한, 미결제 주문 또는 일괄 처리에 아직 필요한 정보를 제외하고 모두 삭제했습니다.',
    underWay: '개인 정보 삭제 진행 중',
    runningNow: '이 플레이어의 정보를 삭제하고 있습니다. 몇 분 걸립니다.',
    waitingNow:
      '대부분 삭제했습니다. 나머지는 이 플레이어가 필요한 이용 제한, 미결제 주문 또는 일괄 처리이 끝나면 삭제합니다. 매일 확인합니다.',
    requestedAt: '요청 시각',
    left: '아직 저장된 정보:',
    withoutPlayer: '(개인 식별 정보 없이 보관)',
    restricted:
      '현재 이용 제한은 끝나거나 해제될 때까지 플레이어 ID와 함께 남습니다. 제한의 메모는 지금 삭제됩니다.',
    subscribed:
      '이용 중인 구독이 있습니다. 구독은 마켓에서 계속되며, 갱신은 개인 식별 정보 없이 기록됩니다.',
    elsewhere:
      '플레이어는 로그아웃됩니다. 백업과 게임이 저장한 정보는 바뀌지 않습니다. 되돌릴 수 없습니다.',
  },
});

/** By table; others are shown by their own names. */
export const useTableNames = defineNames({
  en: {
    account_link: 'Linked accounts',
    audit_log: 'Audit entries',
    bulk_row: 'Rows of bulk lists',
    figure_payer: 'Days with a payment',
    product_grant: 'Grants',
    login: 'Logins',
    market_notice: 'Store notifications',
    measure_account: 'Accounts that measures look at',
    measure_debt: 'Debts',
    measure_effect: 'Effects of measures',
    measure_exempt: 'Exemptions from measures',
    consent_link: 'Downloads',
    dispute: 'Disputes',
    outbox_again: 'Notifications sent again',
    outbox_batch: 'Notifications waiting',
    outbox_sent: 'Notifications sent',
    outbox_replay: 'Replays',
    appeal: 'Appeals',
    restricted_device: 'Restricted devices',
    device_exception: 'Exceptions from restricted devices',
    player_note: 'Notes',
    purchase: 'Purchases',
    purchase_order: 'Orders',
    market_action: 'Actions after the sale',
    refused_verification: 'Refused verifications',
    restricted_player: 'Current restriction',
    restriction_history: 'Restriction history',
    subscription: 'Subscriptions',
  },
  ko: {
    account_link: '연결된 계정',
    audit_log: '감사 로그',
    bulk_row: '일괄 처리의 행',
    figure_payer: '결제한 날',
    product_grant: '직접 지급',
    login: '로그인',
    market_notice: '마켓 알림',
    measure_account: '자동 조치가 확인하는 계정',
    measure_debt: '미납 금액',
    measure_effect: '자동 조치 결과',
    measure_exempt: '자동 조치 예외',
    consent_link: '다운로드',
    dispute: '이의 제기',
    outbox_again: '다시 보낸 알림',
    outbox_batch: '대기 중인 알림',
    outbox_sent: '보낸 알림',
    outbox_replay: '이벤트 다시 보내기',
    appeal: '이의 신청',
    restricted_device: '제한된 기기',
    device_exception: '기기 제한 예외',
    player_note: '메모',
    purchase: '구매',
    purchase_order: '주문',
    market_action: '판매 후 처리',
    refused_verification: '거부된 검증',
    restricted_player: '현재 이용 제한',
    restriction_history: '제한 이력',
    subscription: '구독',
  },
});
