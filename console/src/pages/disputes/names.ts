// Names of what the API says about disputes: states, fields of the evidence, deliveries, gaps, texts.
import { defineNames } from '../../i18n/messages.ts';

export const useStates = defineNames({
  en: {
    open: 'To answer',
    sent: 'Evidence sent',
    won: 'Won',
    lost: 'Lost',
    closed: 'Closed',
  },
  ko: {
    open: '답변 필요',
    sent: '증빙 보냄',
    won: '승소',
    lost: '패소',
    closed: '종료',
  },
});

/** Of the evidence. */
export const useFieldNames = defineNames({
  en: {
    uncategorized_text: 'Statement',
    product_description: 'Product',
    service_date: 'Delivered on',
    access_activity_log: 'Activity log',
    refund_policy_disclosure: 'Refund policy, and how it was shown',
    refund_refusal_explanation: 'Why no refund is due',
    cancellation_policy_disclosure: 'Cancellation policy, and how it was shown',
    cancellation_rebuttal: 'Why there was nothing to cancel',
    duplicate_charge_explanation: 'Why it is no duplicate',
    duplicate_charge_id: 'The other charge',
    customer_name: 'Name of the buyer',
    customer_email_address: 'E-mail address of the buyer',
    customer_purchase_ip: 'IP address of the purchase',
    billing_address: 'Billing address',
    customer_communication: 'Messages with the buyer (file ID)',
    receipt: 'Receipt (file ID)',
    refund_policy: 'Refund policy (file ID)',
    cancellation_policy: 'Cancellation policy (file ID)',
    service_documentation: 'Proof of delivery (file ID)',
    duplicate_charge_documentation: 'Proof of the other charge (file ID)',
    uncategorized_file: 'Another document (file ID)',
  },
  ko: {
    uncategorized_text: '진술',
    product_description: '상품',
    service_date: '지급 시각',
    access_activity_log: '활동 기록',
    refund_policy_disclosure: '환불 정책과 안내 방법',
    refund_refusal_explanation: '환불하지 않는 이유',
    cancellation_policy_disclosure: '해지 정책과 안내 방법',
    cancellation_rebuttal: '해지할 것이 없었던 이유',
    duplicate_charge_explanation: '중복 결제가 아닌 이유',
    duplicate_charge_id: '다른 결제',
    customer_name: '구매자 이름',
    customer_email_address: '구매자 이메일 주소',
    customer_purchase_ip: '구매한 IP 주소',
    billing_address: '청구지 주소',
    customer_communication: '구매자와 나눈 대화 (파일 ID)',
    receipt: '영수증 (파일 ID)',
    refund_policy: '환불 정책 (파일 ID)',
    cancellation_policy: '해지 정책 (파일 ID)',
    service_documentation: '지급 증명 (파일 ID)',
    duplicate_charge_documentation: '다른 결제의 증명 (파일 ID)',
    uncategorized_file: '그 밖의 문서 (파일 ID)',
  },
});

export const useDeliveries = defineNames({
  en: {
    delivered: 'Delivered',
    cancelled: 'Cancelled',
    clawed_back: 'Clawed back',
  },
  ko: { delivered: '지급됨', cancelled: '취소됨', clawed_back: '회수됨' },
});

/** What would make the evidence stronger. */
export const useGaps = defineNames({
  en: {
    not_verified: 'The app server has not verified the payment.',
    not_delivered: 'The game has not reported the delivery.',
    no_logins: 'There are no logins around the purchase.',
    no_product_description: 'The product is not set up under App settings.',
    no_refund_policy: 'There is no refund policy under Texts.',
  },
  ko: {
    not_verified: '앱 서버가 이 결제를 검증하지 않았습니다.',
    not_delivered: '게임이 지급 결과를 알리지 않았습니다.',
    no_logins: '구매 전후의 로그인이 없습니다.',
    no_product_description: '앱 설정에 상품이 등록되어 있지 않습니다.',
    no_refund_policy: '약관 문구에 환불 정책이 없습니다.',
  },
});

/** Of the texts of an app. */
export const useTextFields = defineNames({
  en: {
    refund_policy: 'Refund policy',
    refund_policy_shown: 'When buyers were shown the refund policy',
    cancellation_policy: 'Cancellation policy',
    cancellation_policy_shown: 'When buyers were shown the cancellation policy',
    terms: 'Terms of service',
    terms_shown: 'How buyers accepted the terms',
  },
  ko: {
    refund_policy: '환불 정책',
    refund_policy_shown: '환불 정책을 보여 준 시점',
    cancellation_policy: '해지 정책',
    cancellation_policy_shown: '해지 정책을 보여 준 시점',
    terms: '이용 약관',
    terms_shown: '약관에 동의한 방법',
  },
});

export const GATEWAYS = { STRIPE: 'Stripe', PORTONE: 'PortOne', PAYPAL: 'PayPal' } as const;
