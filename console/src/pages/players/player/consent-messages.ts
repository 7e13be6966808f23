// Messages about the consent of a parent, on the page of a player.
import { defineMessages, defineNames } from '../../../i18n/messages.ts';

export const useStateNames = defineNames({
  en: {
    linked: 'Not withdrawn',
    withdrawn: 'Withdrawn',
    restricted: 'Withdrawn',
    restored: 'Given again',
  },
  ko: {
    linked: '철회되지 않음',
    withdrawn: '철회됨',
    restricted: '철회됨',
    restored: '다시 동의함',
  },
});

export const useMessages = defineMessages({
  en: {
    withdrawn: 'A parent has withdrawn consent',
    withdrawnAbout: 'A store reported it. The player is not restricted for it.',
    restrictedAbout:
      'A store reported it, and the player is restricted until consent is given again.',
    restore: 'Consent given again',
    restoreTitle: (player: string) => `Has consent been given again for player ${player}?`,
    restoreAbout:
      'The player is released if withdrawn consent has restricted them. Restrictions that somebody else has set stay.',
    comment: 'Comment',
    commentAbout: 'For the history and the audit log. Players never see it.',
    restored: 'Consent noted as given again.',
    downloads: 'Downloads',
    downloadsAbout: 'Where the player got the app. The stores name them when consent is withdrawn.',
    install: 'Google Play or Amazon',
    app_transaction: 'App Store',
    firstLogin: 'First login',
    storeSaid: 'Reported by the store',
  },
  ko: {
    withdrawn: '보호자가 동의를 철회했습니다',
    withdrawnAbout: '마켓에서 알려 왔습니다. 이 때문에 이용이 제한되지는 않았습니다.',
    restrictedAbout: '마켓에서 알려 왔으며, 다시 동의할 때까지 이용이 제한됩니다.',
    restore: '다시 동의함',
    restoreTitle: (player) => `플레이어 ${player}의 보호자가 다시 동의했습니까?`,
    restoreAbout:
      '동의 철회로 제한된 경우 제한을 해제합니다. 다른 곳에서 등록한 이용 제한은 그대로 유지됩니다.',
    comment: '메모',
    commentAbout: '이력과 감사 로그에 남습니다. 플레이어에게는 보이지 않습니다.',
    restored: '다시 동의한 것으로 기록했습니다.',
    downloads: '다운로드',
    downloadsAbout: '플레이어가 앱을 받은 곳입니다. 동의가 철회되면 마켓이 이것을 알려 줍니다.',
    install: 'Google Play 또는 Amazon',
    app_transaction: 'App Store',
    firstLogin: '첫 로그인',
    storeSaid: '마켓이 알린 시각',
  },
});
