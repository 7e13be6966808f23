// What the Galaxy Store asks for: settings, secrets, and what the console says about them.
import type { Shape } from './shape.ts';

export const samsung: Shape = {
  title: { en: 'Galaxy Store', ko: '갤럭시 스토어' },
  about: {
    en: 'Verifies purchases with Samsung and tracks refunds.',
    ko: '모든 결제를 삼성에 조회해 확인하고 환불을 추적합니다.',
  },
  settings: [{ name: 'package_name', kind: 'text', required: true }],
  secrets: [{ name: 'public_key', kind: 'line' }],
  notices: (appid) => `/market/v1/samsung/${appid}`,
  remedy: () => '갤럭시 스토어 Seller Portal에서 패키지 이름을 확인하세요.',
  words: {
    en: {
      package_name: 'Package name',
      package_name_about:
        'Seller Portal → Apps → the app → Binary. Purchases of other packages are refused.',
      public_key: 'IAP public key',
      public_key_about:
        'Verifies notifications. Seller Portal → Assistance → API Service. Enter the URL below there as the ISN address of the app.',
    },
    ko: {
      package_name: '패키지 이름',
      package_name_about:
        'Seller Portal → 앱 → Binary에 있습니다. 다른 패키지의 결제는 거절합니다.',
      public_key: 'IAP 공개 키',
      public_key_about:
        '알림(ISN)을 검증합니다. Seller Portal → Assistance → API Service에 있습니다. 아래 주소를 앱의 ISN 주소로 등록하세요.',
    },
  },
};
