// What the payment gateways asks for: settings, secrets, and what the console says about them.
import type { Shape } from './shape.ts';

export const pg: Shape = {
  title: { en: 'Payment gateway', ko: '결제 대행사(PG)' },
  about: {
    en: 'Sells outside the stores through Stripe, PortOne or PayPal.',
    ko: 'Stripe, 포트원 또는 PayPal을 통해 스토어 밖에서 판매합니다.',
  },
  settings: [
    {
      name: 'gateway',
      kind: 'choice',
      choices: ['STRIPE', 'PORTONE', 'PAYPAL'],
      initial: 'STRIPE',
    },
    { name: 'store_id', kind: 'text', gateways: ['PORTONE'] },
    { name: 'channel_key', kind: 'text', gateways: ['PORTONE'] },
    { name: 'pay_methods', kind: 'methods', gateways: ['PORTONE'] },
    { name: 'client_id', kind: 'text', gateways: ['PAYPAL'] },
    { name: 'webhook_id', kind: 'text', gateways: ['PAYPAL'] },
    { name: 'success_url', kind: 'url' },
    { name: 'cancel_url', kind: 'url' },
  ],
  secrets: [
    { name: 'api_secret', kind: 'line' },
    { name: 'webhook_secret', kind: 'line', gateways: ['STRIPE', 'PORTONE'] },
  ],
  notices: (appid, { gateway }) => `/market/v1/pg/${String(gateway).toLowerCase()}/${appid}`,
  remedy: () =>
    'API 시크릿을 확인하세요. 포트원은 상점 ID도, PayPal은 클라이언트 ID와 라이브·샌드박스 구분도 확인하세요.',
  words: {
    en: {
      gateway: 'Gateway',
      gateway_about: 'Tollgate still checks open orders at the gateway that opened them.',
      STRIPE: 'Stripe',
      PORTONE: 'PortOne',
      PAYPAL: 'PayPal',
      store_id: 'Store ID',
      store_id_about: 'PortOne console → Integration.',
      channel_key: 'Channel key',
      channel_key_about: 'The channel that takes card payments, if buyers pay by card only.',
      pay_methods: 'Payment methods',
      pay_methods_about:
        'Buyers choose from these on the payment page, in this order. They replace the channel key above.',
      client_id: 'Client ID',
      client_id_about:
        'developer.paypal.com → Apps & Credentials → Live (Sandbox for the sandbox environment) → Create App → Client ID. Turn on Disputes among the features of the app.',
      webhook_id: 'Webhook ID',
      webhook_id_about:
        'In the same app: Webhooks → Add Webhook, with the URL that this card shows after saving, for checkout order, payment capture and customer dispute events. Copy the ID that PayPal gives the webhook.',
      success_url: 'Return URL after payment',
      success_url_about: 'Buyers return here after paying; orderId is added.',
      cancel_url: 'Return URL after cancelling',
      cancel_url_about: 'Buyers who cancel return here.',
      api_secret: 'API secret',
      api_secret_about:
        'Stripe: a secret or restricted key. PortOne: the V2 API secret. PayPal: the secret beside the client ID.',
      webhook_secret: 'Webhook secret',
      webhook_secret_about:
        'Verifies notifications from the gateway. Without it, Tollgate rejects every notification.',
    },
    ko: {
      gateway: '결제 대행사',
      gateway_about: '이미 열린 주문은 처음 열린 곳에서 계속 조회합니다.',
      STRIPE: 'Stripe',
      PORTONE: '포트원',
      PAYPAL: 'PayPal',
      store_id: '상점 ID',
      store_id_about: '포트원 콘솔 → 결제 연동에 있습니다.',
      channel_key: '채널 키',
      channel_key_about: '카드로만 결제할 때 카드 결제를 받을 채널입니다.',
      pay_methods: '결제 수단',
      pay_methods_about:
        '구매자가 결제 페이지에서 이 순서대로 보고 고릅니다. 위의 채널 키 대신 사용합니다.',
      client_id: '클라이언트 ID',
      client_id_about:
        'developer.paypal.com → Apps & Credentials → Live(샌드박스 환경은 Sandbox) → Create App → Client ID에 있습니다. 앱의 기능(Features)에서 Disputes를 켜세요.',
      webhook_id: '웹훅 ID',
      webhook_id_about:
        '같은 앱의 Webhooks → Add Webhook에서 저장 후 이 카드에 표시되는 주소를 등록하고 checkout order, payment capture, customer dispute 이벤트를 선택하세요. PayPal이 부여한 웹훅 ID를 입력합니다.',
      success_url: '결제 후 돌아갈 주소',
      success_url_about: '결제를 마친 구매자를 보냅니다. orderId가 붙습니다.',
      cancel_url: '취소 후 돌아갈 주소',
      cancel_url_about: '결제를 그만둔 구매자를 보냅니다.',
      api_secret: 'API 시크릿',
      api_secret_about:
        'Stripe는 시크릿 키 또는 제한된 키, 포트원은 V2 API 시크릿, PayPal은 클라이언트 ID 옆의 Secret입니다.',
      webhook_secret: '웹훅 시크릿',
      webhook_secret_about: '결제 대행사 알림의 서명을 확인합니다. 없으면 모든 알림을 거부합니다.',
    },
  },
};
