// Messages of the projects.
import { defineMessages } from '../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    title: 'Projects',
    about: 'A project is one game: its apps, its game server and its team.',
    create: 'Create project',
    created: (name: string) => `Project ${name} created.`,
    nameAbout: 'The name your team uses for the game.',
    number: 'Number',
    numberAbout:
      'Sent to the game server as game_index. Leave it empty to get the next free number.',
    numberWrong: 'Enter a whole number of at least 1.',
    role: 'Your role',
    since: 'Created',
    owners: 'Installation owners',
    ownersAbout:
      'They have every role in every project. They can create projects and invite other owners.',
    byIssuer: (host: string) => `From the groups at ${host}, not with a password`,
    inviteOwner: 'Invite owner',
    none: 'Create your first project',
    noneAbout:
      'Create a project for your game and add an app. Then create a key, so that your app server can call Tollgate.',
    noneForYou: 'No projects yet',
    noneForYouAbout: 'Ask a project owner for an invitation link.',
  },
  ko: {
    title: '프로젝트',
    about: '프로젝트는 하나의 게임입니다. 앱과 게임 서버, 담당자가 여기에 속합니다.',
    create: '새 프로젝트',
    created: (name) => `${name} 프로젝트를 만들었습니다.`,
    nameAbout: '팀에서 부르는 게임 이름입니다.',
    number: '번호',
    numberAbout: '게임 서버에 game_index로 전송됩니다. 비워 두면 다음 번호가 부여됩니다.',
    numberWrong: '1 이상의 정수를 입력하세요.',
    role: '내 역할',
    since: '생성일',
    owners: '설치 소유자',
    ownersAbout:
      '모든 프로젝트에서 모든 권한을 가지며, 프로젝트를 만들고 다른 사람을 초대할 수 있습니다.',
    byIssuer: (host) => `${host}의 그룹에 따라, 비밀번호로는 제외`,
    inviteOwner: '소유자 초대',
    none: '프로젝트부터 시작하세요',
    noneAbout:
      '먼저 게임의 프로젝트를 만드세요. 그다음 앱을 추가하고, 앱 서버가 Tollgate를 호출할 때 쓸 키를 발급합니다.',
    noneForYou: '참여 중인 프로젝트가 없습니다',
    noneForYouAbout: '프로젝트 소유자에게 초대를 요청하세요. 받은 링크로 참여할 수 있습니다.',
  },
});
