// What the Amazon Appstore asks for: settings, secrets, and what the console says about them.
import type { Shape } from './shape.ts';

export const amazon: Shape = {
  title: { en: 'Amazon Appstore', ko: '아마존 앱스토어' },
  about: {
    en: 'Verifies purchases and subscriptions with Amazon and tracks cancellations.',
    ko: '모든 결제와 구독을 아마존에 조회해 확인하고 결제 취소를 추적합니다.',
  },
  settings: [
    { name: 'package_name', kind: 'text', required: true },
    { name: 'topic_arn', kind: 'text' },
  ],
  secrets: [{ name: 'shared_secret', kind: 'line' }],
  notices: (appid) => `/market/v1/amazon/${appid}`,
  remedy: () => '아마존 Developer Console의 Settings → Identity에서 Shared Key를 확인하세요.',
  words: {
    en: {
      package_name: 'Package name',
      package_name_about: 'Of the app at the Amazon Appstore. Notifications name it.',
      topic_arn: 'Topic ARN (optional)',
      topic_arn_about:
        'Of the Real-Time Notifications; the first notification shows it. If it is set, messages of other topics are dropped.',
      shared_secret: 'Shared secret',
      shared_secret_about:
        'Amazon Developer Console → Settings → Identity → Shared Key. For notifications, enter the URL below: the app → App Services → Real-Time Notifications.',
    },
    ko: {
      package_name: '패키지 이름',
      package_name_about: '아마존 앱스토어에 등록한 앱의 패키지 이름입니다. 알림에 포함됩니다.',
      topic_arn: '토픽 ARN (선택)',
      topic_arn_about:
        '실시간 알림(RTN)의 SNS 토픽입니다. 첫 알림에서 확인할 수 있습니다. 설정하면 다른 토픽의 메시지는 버립니다.',
      shared_secret: '공유 시크릿',
      shared_secret_about:
        '아마존 Developer Console → Settings → Identity → Shared Key에 있습니다. 알림을 받으려면 아래 주소를 앱 → App Services → Real-Time Notifications에 등록하세요.',
    },
  },
};
