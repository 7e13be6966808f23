// What Steam asks for: settings, secrets, and what the console says about them.
import type { Shape } from './shape.ts';

export const steam: Shape = {
  title: { en: 'Steam', ko: 'Steam' },
  about: {
    en: 'Opens and settles Steam microtransactions.',
    ko: 'Steam 소액 결제를 열고 확정합니다.',
  },
  settings: [
    { name: 'steam_app_id', kind: 'number', required: true },
    { name: 'amount_divisor', kind: 'number', initial: '100' },
  ],
  secrets: [{ name: 'publisher_key', kind: 'line' }],
  remedy: (app) =>
    `개인 키가 아니라 앱 ${app}에 권한이 있는 퍼블리셔 Web API 키여야 합니다. 키가 서버 주소로 제한되어 있으면 Steamworks에서 이 서버의 외부 주소를 추가하세요.`,
  words: {
    en: {
      steam_app_id: 'Steam app ID',
      steam_app_id_about: 'The number in the URL of the store page.',
      amount_divisor: 'Amount divisor',
      amount_divisor_about:
        'Steam reports amounts in hundredths of every currency. Keep 100 unless Valve says otherwise.',
      publisher_key: 'Publisher Web API key',
      publisher_key_about:
        'Steamworks → Users & Permissions → Manage Groups. Not a personal key. If the key is bound to server addresses, add the outgoing address of this server.',
    },
    ko: {
      steam_app_id: 'Steam 앱 ID',
      steam_app_id_about: '상점 페이지 주소에 있는 숫자입니다.',
      amount_divisor: '금액 나눗수',
      amount_divisor_about:
        'Steam은 모든 통화를 100분의 1 단위로 셉니다. Valve의 안내가 없으면 100입니다.',
      publisher_key: '퍼블리셔 Web API 키',
      publisher_key_about:
        'Steamworks → 사용자 및 권한 → 그룹 관리에 있습니다. 개인 키는 쓸 수 없습니다. 키가 서버 주소로 제한되어 있으면 이 서버의 외부 주소를 추가하세요.',
    },
  },
};
