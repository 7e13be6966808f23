// Messages of the search for subscriptions.
import { defineMessages } from '../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    about: 'Subscriptions from the App Store and Google Play.',
    originalId: 'Original transaction ID',
    willRenew: 'Renews',
    renewsAs: (product: string) => `Renews as ${product}`,
    willNot: 'Does not renew',
    expires: 'Paid until',
    since: 'Since',
    changed: 'Changed',
    counted: (count: string) => (count === '1' ? '1 subscription' : `${count} subscriptions`),
    none: 'No subscriptions yet',
    noneAbout:
      'A subscription appears here when an app server verifies it or the market reports it.',
    notFoundAbout: 'No subscription matches this ID, account or player.',
  },
  ko: {
    about: 'App Store와 Google Play의 구독입니다.',
    originalId: '최초 거래 ID',
    willRenew: '갱신 예정',
    renewsAs: (product) => `${product}(으)로 갱신`,
    willNot: '갱신 안 함',
    expires: '결제 만료',
    since: '시작',
    changed: '변경',
    counted: (count) => `구독 ${count}건`,
    none: '아직 구독이 없습니다',
    noneAbout: '앱 서버가 구독을 검증하거나 마켓이 알려 주면 여기에 표시됩니다.',
    notFoundAbout: '이 ID, 계정 또는 플레이어의 구독이 없습니다.',
  },
});
