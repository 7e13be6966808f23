// Messages of the start.
import { defineMessages } from '../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    title: 'Welcome',
    noProject: 'No projects yet',
    createProject: 'A project holds the apps of a game. Create one, then add an app.',
    noRole: 'You are not a member of any project. Ask a project owner to invite you.',
    toProjects: 'Create project',
  },
  ko: {
    title: '환영합니다',
    noProject: '아직 프로젝트가 없습니다',
    createProject: '프로젝트에는 한 게임의 앱이 속합니다. 첫 프로젝트와 앱을 만드세요.',
    noRole: '아직 참여 중인 프로젝트가 없습니다. 프로젝트 소유자에게 초대를 요청하세요.',
    toProjects: '프로젝트 만들기',
  },
});
