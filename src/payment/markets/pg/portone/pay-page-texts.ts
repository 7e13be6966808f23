// Texts of the payment page, in the languages that buyers may ask for.

const en = {
  portoneLocale: 'EN_US',
  method: 'Payment method',
  methods: {
    CARD: 'Card',
    EASY_PAY: 'Easy pay',
    TRANSFER: 'Bank transfer',
    MOBILE: 'Mobile phone bill',
    VIRTUAL_ACCOUNT: 'Virtual account',
  },
  fullName: 'Name',
  phoneNumber: 'Phone number',
  email: 'Email',
  invalid: {
    fullName: 'Enter your name.',
    phoneNumber: 'Enter your phone number, digits only.',
    email: 'Enter an email address such as name@example.com.',
  },
  pay: (price: string) => `Pay ${price}`,
  cancel: 'Cancel',
  failed: 'The payment did not go through. You can try again.',
  notLoaded: 'The payment window could not be loaded. Check your connection and reload this page.',
};

export type PayPageTexts = typeof en;

const ko: PayPageTexts = {
  portoneLocale: 'KO_KR',
  method: '결제 수단',
  methods: {
    CARD: '카드',
    EASY_PAY: '간편결제',
    TRANSFER: '계좌이체',
    MOBILE: '휴대폰 결제',
    VIRTUAL_ACCOUNT: '가상계좌',
  },
  fullName: '이름',
  phoneNumber: '전화번호',
  email: '이메일',
  invalid: {
    fullName: '이름을 입력하세요.',
    phoneNumber: '전화번호를 숫자로 입력하세요.',
    email: 'name@example.com 형식의 이메일 주소를 입력하세요.',
  },
  pay: (price) => `${price} 결제하기`,
  cancel: '취소',
  failed: '결제가 완료되지 않았습니다. 다시 시도할 수 있습니다.',
  notLoaded: '결제창을 불러오지 못했습니다. 인터넷 연결을 확인하고 새로고침하세요.',
};

export const payPageTexts = { en, ko } as const;
export type PayPageLanguage = keyof typeof payPageTexts;

/** The first language of the header that the page has; English without one. */
export function payPageLanguage(acceptLanguage: string | undefined): PayPageLanguage {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const q = parameters.map((each) => /^\s*q=([\d.]+)$/.exec(each)?.[1]).find(Boolean);
      return { language: tag.slice(0, 2).toLowerCase(), q: Number(q ?? 1) };
    })
    .filter(({ q }) => q > 0)
    .sort((one, other) => other.q - one.q);
  return wanted.find(({ language }) => language === 'ko' || language === 'en')?.language === 'ko'
    ? 'ko'
    : 'en';
}
