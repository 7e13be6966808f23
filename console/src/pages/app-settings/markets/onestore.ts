// What ONE store asks for: settings, secrets, and what the console says about them.
import type { Shape } from './shape.ts';

export const onestore: Shape = {
  title: { en: 'ONE store', ko: '원스토어' },
  about: {
    en: 'Verifies purchases with ONE store, acknowledges them and tracks cancellations.',
    ko: '모든 구매를 원스토어에 조회해 구매 확인 처리하고 취소를 추적합니다.',
  },
  settings: [
    { name: 'client_id', kind: 'text', required: true },
    {
      name: 'market_code',
      kind: 'choice',
      choices: ['MKT_ONE', 'MKT_GLB'],
      initial: 'MKT_ONE',
    },
    {
      name: 'after_verify',
      kind: 'choice',
      choices: ['acknowledge', 'consume'],
      initial: 'acknowledge',
    },
  ],
  secrets: [
    { name: 'client_secret', kind: 'line' },
    { name: 'licence_key', kind: 'line' },
  ],
  notices: (appid) => `/market/v1/onestore/${appid}`,
  remedy: () => '원스토어 개발자센터의 라이선스 관리에서 클라이언트 ID와 시크릿을 확인하세요.',
  words: {
    en: {
      client_id: 'Client ID',
      client_id_about: 'ONE store developer center → the app → licence management.',
      market_code: 'Sold in',
      market_code_about: 'With the wrong choice, ONE store finds no purchase.',
      MKT_ONE: 'Korea (MKT_ONE)',
      MKT_GLB: 'Other countries (MKT_GLB)',
      after_verify: 'After recording a purchase',
      after_verify_about:
        'What Tollgate does with consumable products at ONE store. Without it, ONE store refunds after three days.',
      acknowledge: 'Acknowledge',
      consume: 'Consume',
      client_secret: 'Client secret',
      client_secret_about: 'Beside the client ID in the developer center.',
      licence_key: 'Licence key',
      licence_key_about:
        'Verifies payment notifications. Enter the URL below in the developer center as the PNS address.',
    },
    ko: {
      client_id: '클라이언트 ID',
      client_id_about: '원스토어 개발자센터 → 앱 → 라이선스 관리에 있습니다.',
      market_code: '서비스 국가',
      market_code_about: '잘못 선택하면 원스토어가 구매를 찾지 못합니다.',
      MKT_ONE: '대한민국 (MKT_ONE)',
      MKT_GLB: '그 외 국가 (MKT_GLB)',
      after_verify: '구매 기록 후 처리',
      after_verify_about:
        '소모성 상품의 구매를 원스토어에 어떻게 알릴지 정합니다. 알리지 않으면 3일 뒤 자동 환불됩니다.',
      acknowledge: '확인(acknowledge)',
      consume: '소비(consume)',
      client_secret: '클라이언트 시크릿',
      client_secret_about: '개발자센터의 클라이언트 ID 옆에 있습니다.',
      licence_key: '라이선스 키',
      licence_key_about:
        '결제 알림(PNS)을 검증합니다. 아래 주소를 개발자센터의 PNS 주소로 등록하세요.',
    },
  },
};
