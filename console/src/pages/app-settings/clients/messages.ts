// Messages of OAuth clients.
import { defineMessages } from '../../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    title: 'OAuth clients',
    about:
      'App servers use a client to get tokens for the purchase API. Clients belong to the project and work for all its apps.',
    create: 'Create client',
    nameAbout: 'The server that uses it, for example “Shop server, Seoul”.',
    client: 'Client',
    secrets: 'Secrets',
    made: 'OAuth client created',
    rotated: 'New client secret',
    rotateOf: (name: string) => `Rotate the secret of ${name}`,
    removeOf: (name: string) => `Delete ${name}`,
    remove: 'Delete',
    removeTitle: 'Delete this client?',
    removeAbout: (name: string) =>
      `${name} can no longer get tokens, and its existing tokens stop working immediately.`,
    removed: 'Client deleted.',
    none: 'No OAuth clients yet',
    noneAbout:
      'Create one for each app server that verifies purchases. Its secret is shown only once.',
    noneToRead: 'A project admin can create one.',
    example: 'Gets a token. Replace SECRET with the secret.',
  },
  ko: {
    title: 'OAuth 클라이언트',
    about:
      '앱 서버가 구매 API용 토큰을 받을 때 사용합니다. 클라이언트는 프로젝트에 속하며 프로젝트의 모든 앱에 쓸 수 있습니다.',
    create: '새 클라이언트',
    nameAbout: '“서울 상점 서버”처럼 어느 서버가 쓰는지 적으세요.',
    client: '클라이언트',
    secrets: '시크릿',
    made: 'OAuth 클라이언트',
    rotated: '클라이언트의 새 시크릿',
    rotateOf: (name) => `${name}의 시크릿 교체`,
    removeOf: (name) => `${name} 삭제`,
    remove: '삭제',
    removeTitle: '이 클라이언트를 삭제할까요?',
    removeAbout: (name) =>
      `${name}은(는) 더 이상 토큰을 받을 수 없으며, 이미 받은 토큰도 즉시 무효가 됩니다.`,
    removed: '클라이언트를 삭제했습니다.',
    none: '아직 OAuth 클라이언트가 없습니다',
    noneAbout: '구매를 검증하는 앱 서버마다 하나씩 만드세요. 시크릿은 한 번만 표시됩니다.',
    noneToRead: '프로젝트 관리자가 첫 클라이언트를 만들 수 있습니다.',
    example: '토큰을 받습니다. SECRET 자리에 시크릿을 넣으세요.',
  },
});
