// Messages of a project's settings.
import { defineMessages } from '../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    title: 'Project settings',
    saved: 'Project saved.',
    facts: 'Integration details',
    number: 'Number (game_index)',
    deleteTitle: 'Delete project',
    deleteAbout:
      'This also deletes its OAuth clients, connections and members. It cannot be undone.',
    hasApps: 'Delete the apps of this project first.',
    delete: 'Delete project',
    deleted: (name: string) => `Project ${name} deleted.`,
  },
  ko: {
    title: '프로젝트 설정',
    saved: '프로젝트를 저장했습니다.',
    facts: '연동 정보',
    number: '번호(game_index)',
    deleteTitle: '프로젝트 삭제',
    deleteAbout: 'OAuth 클라이언트, 연동, 멤버가 함께 삭제되며 되돌릴 수 없습니다.',
    hasApps: '앱이 없는 프로젝트만 삭제할 수 있습니다. 먼저 앱을 삭제하세요.',
    delete: '프로젝트 삭제',
    deleted: (name) => `${name} 프로젝트를 삭제했습니다.`,
  },
});
