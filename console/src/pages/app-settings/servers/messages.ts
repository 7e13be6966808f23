// Messages of server ids.
import { defineMessages } from '../../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    title: 'Server IDs',
    about:
      'The game worlds that purchases can name as serverId. While none is registered, Tollgate accepts any value.',
    create: 'Add server ID',
    id: 'Server ID',
    idWrong: 'Use at most 100 letters, digits, dots, hyphens and underscores.',
    nameAbout: 'The name your team uses.',
    rename: 'Rename',
    renameOf: (id: string) => `Rename ${id}`,
    removeOf: (id: string) => `Remove ${id}`,
    removeTitle: 'Remove this server ID?',
    removeAbout: (id: string) =>
      `From now on, Tollgate rejects purchases that name ${id}. If it is the last server ID, any value is accepted again.`,
    saved: 'Server ID saved.',
    removed: 'Server ID removed.',
    none: 'Any server ID is accepted',
    noneAbout: 'Register your game worlds to reject purchases with a mistyped serverId.',
  },
  ko: {
    title: '서버 ID',
    about:
      '구매가 serverId로 지정할 수 있는 게임 월드입니다. 하나도 등록하지 않으면 모든 값을 받습니다.',
    create: '새 서버 ID',
    id: '서버 ID',
    idWrong: '영문자, 숫자, 점, 하이픈, 밑줄로 100자 이내로 입력하세요.',
    nameAbout: '팀에서 부르는 월드 이름입니다.',
    rename: '이름 변경',
    renameOf: (id) => `${id} 이름 변경`,
    removeOf: (id) => `${id} 삭제`,
    removeTitle: '이 서버 ID를 삭제할까요?',
    removeAbout: (id) =>
      `지금부터 ${id}을(를) 지정한 구매는 거부됩니다. 마지막 서버 ID라면 다시 모든 값을 받습니다.`,
    saved: '서버 ID를 저장했습니다.',
    removed: '서버 ID를 삭제했습니다.',
    none: '모든 서버 ID를 받고 있습니다',
    noneAbout: '게임 월드를 등록하면 serverId가 잘못된 구매는 기록되지 않고 거부됩니다.',
  },
});
