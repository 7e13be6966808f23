// What the App Store asks for: settings, secrets, and what the console says about them.
import type { Shape } from './shape.ts';

/** Those that Apple takes reports in. */
const REPORTING_CURRENCIES = [
  ...['USD', 'EUR', 'GBP', 'JPY', 'KRW', 'CNY', 'AED', 'AUD', 'BGN', 'BRL', 'CAD', 'CHF', 'CLP'],
  ...['COP', 'CZK', 'DKK', 'EGP', 'HKD', 'HUF', 'IDR', 'ILS', 'INR', 'KZT', 'MXN', 'MYR', 'NGN'],
  ...['NOK', 'NZD', 'PEN', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RUB', 'SAR', 'SEK', 'SGD', 'THB'],
  ...['TRY', 'TWD', 'TZS', 'VND', 'ZAR'],
];
const CURRENCY_NAMES = Object.fromEntries(REPORTING_CURRENCIES.map((code) => [code, code]));

export const apple: Shape = {
  title: { en: 'App Store', ko: 'App Store' },
  about: {
    en: 'Verifies StoreKit 2 transactions and tracks subscriptions and refunds.',
    ko: 'StoreKit 2 거래를 검증하고 구독과 환불을 추적합니다.',
  },
  settings: [
    { name: 'bundle_id', kind: 'text', required: true },
    { name: 'app_apple_id', kind: 'number', required: true },
    { name: 'issuer_id', kind: 'text' },
    { name: 'key_id', kind: 'text' },
    { name: 'accept_sandbox', kind: 'flag', initial: true },
    { name: 'answer_refund_requests', kind: 'flag' },
    { name: 'customer_consented', kind: 'flag' },
    {
      name: 'refund_preference',
      kind: 'choice',
      choices: ['DECLINE', 'GRANT_FULL', 'GRANT_PRORATED'],
    },
    { name: 'sample_content_provided', kind: 'flag' },
    { name: 'report_external_sales', kind: 'flag' },
    { name: 'external_reporting_currency', kind: 'choice', choices: REPORTING_CURRENCIES },
    { name: 'external_no_sale_days', kind: 'number' },
  ],
  secrets: [
    {
      name: 'private_key',
      kind: 'file',
      accept: '.p8,.pem',
      isOther: (fileName) => fileName.startsWith('AuthKey_'),
      hints: keyIdOf,
    },
  ],
  notices: (appid) => `/market/v1/apple/${appid}`,
  remedy: () => '발급자 ID, 키 ID, 키 파일, 번들 ID를 확인하고 키가 취소되지 않았는지 확인하세요.',
  words: {
    en: {
      bundle_id: 'Bundle ID',
      bundle_id_about: 'App Store Connect → App Information.',
      app_apple_id: 'App Apple ID',
      app_apple_id_about: 'The number under App Store Connect → App Information.',
      issuer_id: 'Issuer ID',
      issuer_id_about: 'App Store Connect → Users and Access → Integrations → In-App Purchase.',
      key_id: 'Key ID',
      key_id_about: 'The ID of the key in the .p8 file; the file name contains it.',
      accept_sandbox: 'Accept Apple sandbox receipts',
      accept_sandbox_about: 'App Review makes sandbox purchases with the production app.',
      answer_refund_requests: 'Answer refund requests',
      answer_refund_requests_about:
        'When the store asks about a refund, Tollgate answers with the delivery result that the game reported.',
      customer_consented: 'Players have consented',
      customer_consented_about:
        'Players agreed that you send Apple data about their purchases. Without it, nothing is answered.',
      refund_preference: 'Preferred decision',
      refund_preference_about: 'What you would like Apple to do with refund requests.',
      DECLINE: 'Decline',
      GRANT_FULL: 'Refund in full',
      GRANT_PRORATED: 'Refund what was not used',
      sample_content_provided: 'Content can be tried first',
      sample_content_provided_about:
        'Players can try the content or learn what it does before buying.',
      report_external_sales: 'Report external sales',
      report_external_sales_about:
        'Sales in your web shop to buyers who came from the app are reported to Apple. Needs the key.',
      external_reporting_currency: 'Currency of reports',
      external_reporting_currency_about:
        'For prices in a currency that Apple takes no reports in. Without it, USD.',
      external_no_sale_days: 'Days until a token without a sale is reported',
      external_no_sale_days_about: 'From 1 to 8; without it, 5. Apple asks after ten.',
      ...CURRENCY_NAMES,
      private_key: 'In-App Purchase key',
      private_key_about:
        'The SubscriptionKey_….p8 file that App Store Connect lets you download once.',
    },
    ko: {
      bundle_id: '번들 ID',
      bundle_id_about: 'App Store Connect → 앱 정보에 있습니다.',
      app_apple_id: 'Apple ID(앱 번호)',
      app_apple_id_about: 'App Store Connect → 앱 정보에 있는 숫자입니다.',
      issuer_id: '발급자 ID',
      issuer_id_about: 'App Store Connect → 사용자 및 액세스 → 통합 → 앱 내 구입에 있습니다.',
      key_id: '키 ID',
      key_id_about: '.p8 파일과 같은 키의 ID이며 파일 이름에 들어 있습니다.',
      accept_sandbox: 'Apple 샌드박스 영수증 허용',
      accept_sandbox_about: '앱 심사에서는 운영 앱으로 샌드박스에서 구매를 합니다.',
      answer_refund_requests: '환불 요청에 응답',
      answer_refund_requests_about:
        '스토어가 환불에 대해 물으면 게임이 보고한 지급 결과로 답변합니다.',
      customer_consented: '플레이어 동의를 받음',
      customer_consented_about:
        '구매 정보를 Apple에 보내는 데 플레이어가 동의했습니다. 동의가 없으면 응답하지 않습니다.',
      refund_preference: '선호하는 결정',
      refund_preference_about: 'Apple이 환불 요청을 어떻게 처리하기를 원하는지 정합니다.',
      DECLINE: '거부',
      GRANT_FULL: '전액 환불',
      GRANT_PRORATED: '사용하지 않은 만큼 환불',
      sample_content_provided: '구매 전 체험 제공',
      sample_content_provided_about: '구매 전에 콘텐츠를 체험하거나 기능을 알 수 있습니다.',
      report_external_sales: '외부 판매 보고',
      report_external_sales_about:
        '앱에서 온 구매자에게 웹 상점에서 판매한 내역을 Apple에 보고합니다. 키가 필요합니다.',
      external_reporting_currency: '보고 통화',
      external_reporting_currency_about:
        'Apple이 보고를 받지 않는 통화의 가격에 사용합니다. 비워 두면 USD입니다.',
      external_no_sale_days: '판매 없는 토큰을 보고할 때까지의 일수',
      external_no_sale_days_about: '1~8일, 비워 두면 5일입니다. Apple은 10일 뒤에 묻습니다.',
      ...CURRENCY_NAMES,
      private_key: '앱 내 구입 키',
      private_key_about:
        'App Store Connect에서 한 번만 내려받을 수 있는 SubscriptionKey_….p8 파일입니다.',
    },
  },
};

/** App Store Connect names its key files after the type and the id of the key. */
function keyIdOf(fileName: string): Readonly<Record<string, string>> {
  const [, key_id] = /^SubscriptionKey_(\w+)\.p8$/.exec(fileName) ?? [];
  return key_id === undefined ? {} : { key_id };
}
