// Messages that rules, effects, players and purchases share about measures.
import { defineMessages, defineNames } from '../i18n/messages.ts';

export const useCauseNames = defineNames({
  en: {
    refund: 'Refund',
    chargeback: 'Chargeback',
    dispute_lost: 'Lost dispute',
    undone_after_delivery: 'Undone after delivery',
  },
  ko: {
    refund: '환불',
    chargeback: '이의 제기',
    dispute_lost: '패소한 이의 제기',
    undone_after_delivery: '지급 후 취소',
  },
});

export const useStateNames = defineNames({
  en: { watch: 'Watch', on: 'On', off: 'Off' },
  ko: { watch: '관찰', on: '켜짐', off: '꺼짐' },
});

/** What became of an effect; `active` and `flagged` have not ended. */
export const useEffectNames = defineNames({
  en: {
    flagged: 'Flagged',
    active: 'Restricted',
    lifted: 'Lifted',
    over: 'Ended',
    released: 'Closed by a person',
  },
  ko: {
    flagged: '확인 대기',
    active: '제한 중',
    lifted: '해제됨',
    over: '종료됨',
    released: '담당자가 종료',
  },
});

/** Why a rule only flagged. */
export const useFlagReasons = defineNames({
  en: {
    watch: 'The rule only watches.',
    rule: 'The rule only flags.',
    restricted_by_person: 'Someone else had already restricted the player.',
    same_device: 'The player shares a device with a restricted player.',
    type_missing: 'The restriction type of the rule was deleted.',
    paid_differently: 'The player bought it again, but has not paid what is owed.',
  },
  ko: {
    watch: '관찰 중인 규칙입니다.',
    rule: '확인 요청만 하는 규칙입니다.',
    restricted_by_person: '이미 다른 사람이 제한한 플레이어입니다.',
    same_device: '제한된 플레이어와 같은 기기를 사용합니다.',
    type_missing: '규칙의 제한 유형이 삭제되었습니다.',
    paid_differently: '다시 구매했지만 미납 금액을 다 내지 않았습니다.',
  },
});

export const useMessages = defineMessages({
  en: {
    effects: 'Measures',
    ofPlayer: 'What rules did about this player because of refunds and disputes.',
    ofPurchase: 'What rules did because this purchase was refunded or disputed.',
    rule: 'Rule',
    since: 'Since',
    until: (time: string) => `until ${time}`,
    permanent: 'permanent',
    orPaid: 'or until paid again',
    step: (step: number) => `Step ${step}`,
    time_over: 'Its time was over',
    paid_again: 'Paid again',
    undone: 'The refund was undone',
    operator: (who: string) => `By ${who}`,
    more: (count: string) => `and ${count} more`,
    total: (amount: string) => `Total ${amount}`,
    release: 'Release',
    releaseOf: (player: string) => `Release player ${player}`,
    releaseTitle: (player: string) => `Release player ${player}?`,
    releaseAbout:
      'The restriction by this rule ends now. These purchases never restrict the player again.',
    releaseDone: (player: string) => `Player ${player} released.`,
    releasePlayer: 'Release player',
  },
  ko: {
    effects: '자동 조치',
    ofPlayer: '환불과 이의 제기 때문에 규칙이 이 플레이어에게 한 조치입니다.',
    ofPurchase: '이 구매의 환불이나 이의 제기 때문에 규칙이 한 조치입니다.',
    rule: '규칙',
    since: '시작',
    until: (time) => `${time}까지`,
    permanent: '영구',
    orPaid: '또는 다시 결제할 때까지',
    step: (step) => `${step}단계`,
    time_over: '기간 종료',
    paid_again: '다시 결제함',
    undone: '환불이 취소됨',
    operator: (who) => `처리: ${who}`,
    more: (count) => `외 ${count}건`,
    total: (amount) => `합계 ${amount}`,
    release: '해제',
    releaseOf: (player) => `플레이어 ${player} 제한 해제`,
    releaseTitle: (player) => `플레이어 ${player}의 제한을 해제할까요?`,
    releaseAbout: '이 규칙에 의한 제한이 지금 끝납니다. 같은 구매로 다시 제한되는 일은 없습니다.',
    releaseDone: (player) => `플레이어 ${player}의 제한을 해제했습니다.`,
    releasePlayer: '제한 해제',
  },
});
