// Messages of a project's apps.
import { defineMessages } from '../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    title: 'Apps',
    about: (project: string) =>
      `The apps of ${project}. Each app has its own keys, markets, products and restrictions.`,
    create: 'Create app',
    created: (name: string) => `App ${name} created. Now create a key for it.`,
    nameAbout: 'A readable name. You can change it later.',
    appidAbout:
      'Callers send it as appid and X-App-Id. Use letters, digits, dots, hyphens and underscores. You cannot change it later.',
    appidWrong: 'Use at most 100 letters, digits, dots, hyphens and underscores.',
    zoneAbout: 'Restriction start and end times use this time zone.',
    since: 'Created',
    settings: 'Settings',
    settingsOf: (name: string) => `Settings of ${name}`,
    none: 'Create your first app',
    noneAbout:
      'An app is what players install: one for each bundle or package. Your app server sends its ID with every call.',
    noneToRead: 'A project admin can create the first app.',
  },
  ko: {
    title: '앱',
    about: (project) =>
      `${project}에서 서비스하는 앱입니다. 앱마다 키, 마켓, 상품, 이용 제한이 따로 있습니다.`,
    create: '새 앱',
    created: (name) => `${name} 앱을 만들었습니다. 이제 키를 발급하세요.`,
    nameAbout: '사람이 보는 이름이며 나중에 바꿀 수 있습니다.',
    appidAbout:
      '호출할 때 appid와 X-App-Id로 보내는 값입니다. 영문자, 숫자, 점, 하이픈, 밑줄을 쓸 수 있으며 바꿀 수 없습니다.',
    appidWrong: '영문자, 숫자, 점, 하이픈, 밑줄로 100자 이내로 입력하세요.',
    zoneAbout: '이용 제한의 시작과 종료 시각을 이 시간대로 해석합니다.',
    since: '생성일',
    settings: '설정',
    settingsOf: (name) => `${name} 설정`,
    none: '첫 앱을 만드세요',
    noneAbout:
      '앱은 플레이어가 설치하는 단위로, 번들 또는 패키지마다 하나씩 만듭니다. 앱 서버는 호출할 때마다 앱 ID를 보냅니다.',
    noneToRead: '프로젝트 관리자가 첫 앱을 만들 수 있습니다.',
  },
});
