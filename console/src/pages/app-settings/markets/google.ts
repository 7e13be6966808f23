// What Google Play asks for: settings, secrets, and what the console says about them.
import type { Shape } from './shape.ts';

export const google: Shape = {
  title: { en: 'Google Play', ko: 'Google Play' },
  about: {
    en: 'Verifies purchases with Google Play, acknowledges them and tracks refunds.',
    ko: '모든 구매를 Google Play에 조회해 확인 처리하고 환불을 추적합니다.',
  },
  settings: [
    { name: 'package_name', kind: 'text', required: true },
    { name: 'service_account_email', kind: 'text' },
    {
      name: 'after_verify',
      kind: 'choice',
      choices: ['acknowledge', 'consume'],
      initial: 'acknowledge',
    },
    { name: 'push_email', kind: 'text' },
    { name: 'push_audience', kind: 'text' },
    { name: 'answer_refund_requests', kind: 'flag', initial: false },
    { name: 'report_external_sales', kind: 'flag' },
  ],
  secrets: [
    { name: 'service_account', kind: 'file', accept: '.json,application/json', hints: emailOf },
    { name: 'licence_key', kind: 'line' },
  ],
  notices: (appid) => `/market/v1/google/${appid}`,
  remedy: () => '서비스 계정의 키 파일을 확인하세요.',
  words: {
    en: {
      package_name: 'Package name',
      package_name_about: 'As shown in the Play Console, for example com.example.game.',
      service_account_email: 'Service account',
      service_account_email_about: 'For reference; filled in from the key file.',
      after_verify: 'After recording a purchase',
      after_verify_about: 'What Tollgate does with consumable products at Google Play.',
      acknowledge: 'Acknowledge',
      consume: 'Consume',
      push_email: 'Pub/Sub push service account',
      push_email_about:
        'The service account of the push subscription. Until it is set, every push gets 503 so that Pub/Sub retries.',
      push_audience: 'Pub/Sub push audience',
      push_audience_about: 'Leave it empty if the audience is the notification URL.',
      answer_refund_requests: 'Answer refund requests',
      answer_refund_requests_about:
        'When the store asks about a refund, Tollgate answers with the delivery result that the game reported.',
      report_external_sales: 'Report external sales',
      report_external_sales_about:
        'Sales in your web shop to buyers who came from the app are reported to Google.',
      service_account: 'Service account key',
      service_account_about:
        'The JSON key file of a Google Cloud service account that can view and manage orders in the Play Console.',
      licence_key: 'Licence key',
      licence_key_about:
        'Play Console → Monetization setup. Required for receipts with a signature.',
    },
    ko: {
      package_name: '패키지 이름',
      package_name_about: 'Play Console에 등록된 이름입니다. 예: com.example.game',
      service_account_email: '서비스 계정',
      service_account_email_about: '알아보기 위한 값이며 키 파일을 선택하면 채워집니다.',
      after_verify: '구매 기록 후 처리',
      after_verify_about: '소모성 상품의 구매를 Google Play에 어떻게 알릴지 정합니다.',
      acknowledge: '확인(acknowledge)',
      consume: '소비(consume)',
      push_email: 'Pub/Sub 푸시 서명 계정',
      push_email_about:
        '푸시 구독의 서비스 계정입니다. 설정하기 전에는 Pub/Sub이 다시 보내도록 모든 푸시에 503으로 응답합니다.',
      push_audience: 'Pub/Sub 푸시 대상(audience)',
      push_audience_about: '알림 주소와 같으면 비워 두세요.',
      answer_refund_requests: '환불 요청에 응답',
      answer_refund_requests_about:
        '스토어가 환불에 대해 물으면 게임이 보고한 지급 결과로 답변합니다.',
      report_external_sales: '외부 판매 보고',
      report_external_sales_about:
        '앱에서 온 구매자에게 웹 상점에서 판매한 내역을 Google에 보고합니다.',
      service_account: '서비스 계정 키',
      service_account_about:
        'Play Console에서 주문 조회와 관리 권한을 받은 Google Cloud 서비스 계정의 JSON 키 파일입니다.',
      licence_key: '라이선스 키',
      licence_key_about:
        'Play Console → 수익 창출 설정에 있습니다. 서명된 영수증을 받을 때 필요합니다.',
    },
  },
};

function emailOf(_fileName: string, text: string): Readonly<Record<string, string>> {
  try {
    const { client_email: email } = JSON.parse(text);
    return typeof email === 'string' ? { service_account_email: email } : {};
  } catch {
    // The service says what is wrong with such a file.
    return {};
  }
}
