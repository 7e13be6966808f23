// What a market of the studio's own asks for: settings, secrets, and what the console says about them.
import type { Shape } from './shape.ts';

export const custom: Shape = {
  title: { en: 'Own market', ko: '자체 마켓' },
  about: {
    en: "Verifies purchases with your own server: a publisher's shop, or a store that Tollgate does not know.",
    ko: '퍼블리셔 상점처럼 Tollgate가 모르는 스토어의 결제를 직접 운영하는 서버에 조회해 확인합니다.',
  },
  settings: [
    { name: 'address', kind: 'url', required: true },
    { name: 'refunds', kind: 'flag', initial: false },
  ],
  secrets: [
    { name: 'key', kind: 'line' },
    { name: 'old_key', kind: 'line' },
  ],
  notices: (appid) => `/market/v1/custom/${appid}`,
  remedy: () => '여기와 서버에 같은 키를 설정했는지 확인하세요.',
  words: {
    en: {
      address: 'Server address',
      address_about:
        'With https. 1. Write the three calls verify, acknowledge and changes (the guide has an example). 2. Enter their common address. 3. Run check.ts of the example against it before you go live.',
      refunds: 'The server takes refunds',
      refunds_about:
        'It also answers the call refund, so purchases can be refunded from here. Switch on once it does.',
      key: 'Shared key',
      key_about:
        'Signs calls, answers and notifications. Make one with openssl rand -hex 32, and set the same at your server. Your server sends notifications to the URL below.',
      old_key: 'Old key (optional)',
      old_key_about:
        'To change the key: enter the current one here and the new one above, change your server, then remove this one. Until then both are accepted.',
    },
    ko: {
      address: '서버 주소',
      address_about:
        'https 주소입니다. 1. verify, acknowledge, changes 호출을 구현합니다(안내 문서에 예제가 있습니다). 2. 세 호출의 공통 주소를 입력합니다. 3. 서비스하기 전에 예제의 check.ts로 점검합니다.',
      refunds: '서버가 환불 호출을 받음',
      refunds_about:
        '서버가 refund 호출에도 응답하면 켜세요. 그러면 여기서 구매를 환불할 수 있습니다.',
      key: '공유 키',
      key_about:
        '호출과 응답, 알림에 서명합니다. openssl rand -hex 32로 만들어 서버에도 같은 값을 설정하세요. 서버는 아래 주소로 알림을 보냅니다.',
      old_key: '이전 키 (선택)',
      old_key_about:
        '키를 바꿀 때: 지금 키를 여기에, 새 키를 위에 입력하고 서버를 바꾼 뒤 이 키를 지우세요. 그때까지 두 키를 모두 받습니다.',
    },
  },
};
