// Messages of the general settings of an app.
import { defineMessages } from '../../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    title: 'Name and time zone',
    zoneAbout:
      'Restriction start and end times use this time zone. Existing restrictions keep their times.',
    saved: 'App saved.',
    facts: 'Integration details',
    namespace: 'Account namespace',
    namespaceAbout: 'Used to derive an account UUID for players without a linked account.',
    deleteTitle: 'Delete app',
    deleteAbout:
      'This deletes all keys, market settings, products, logins, restrictions and purchases of the app. It cannot be undone.',
    delete: 'Delete app',
    deleted: (name: string) => `App ${name} deleted.`,
  },
  ko: {
    title: '이름과 시간대',
    zoneAbout:
      '이용 제한의 시작과 종료 시각을 이 시간대로 해석합니다. 이미 등록된 이용 제한의 날짜는 그대로입니다.',
    saved: '앱을 저장했습니다.',
    facts: '연동 정보',
    namespace: '계정 네임스페이스',
    namespaceAbout: '연결된 계정이 없는 플레이어의 계정 UUID를 만들 때 쓰는 값입니다.',
    deleteTitle: '앱 삭제',
    deleteAbout:
      '키, 마켓 설정, 상품, 로그인, 이용 제한, 구매 내역이 모두 함께 삭제되며 되돌릴 수 없습니다.',
    delete: '앱 삭제',
    deleted: (name) => `${name} 앱을 삭제했습니다.`,
  },
});
