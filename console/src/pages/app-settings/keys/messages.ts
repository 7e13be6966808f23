// Messages of certification keys and custom price keys.
import { defineMessages } from '../../../i18n/messages.ts';

export const useCertificationMessages = defineMessages({
  en: {
    title: 'Certification keys',
    about:
      'App servers send a key as service_certification_key with every call to the restriction API. Two keys can be valid at the same time, so that servers can switch over.',
    key: 'Key',
    first: 'Create first key',
    another: 'Create key',
    made: 'New certification key',
    value: 'service_certification_key',
    rotateTitle: 'Rotate key',
    end: 'Revoke',
    endOf: (hint: string) => `Revoke the key ending in ${hint}`,
    endTitle: 'Revoke this key?',
    endAbout: (hint: string) =>
      `Calls with the key ending in ${hint} fail immediately. This cannot be undone.`,
    ended: 'Key revoked.',
    none: 'No keys yet',
    noneAbout:
      'App servers need a key to call the restriction API for this app. It is shown only once.',
    noneToRead: 'A project admin can create one.',
    example: 'Lists the restriction types of this app. Replace KEY with the key.',
  },
  ko: {
    title: '인증 키',
    about:
      '앱 서버가 이용 제한 API를 호출할 때마다 service_certification_key로 보내는 값입니다. 서버를 순서대로 교체할 수 있도록 두 개까지 동시에 유효합니다.',
    key: '키',
    first: '첫 키 발급',
    another: '새 키',
    made: '새 인증 키',
    value: 'service_certification_key',
    rotateTitle: '키 교체',
    end: '폐기',
    endOf: (hint) => `${hint}(으)로 끝나는 키 만료`,
    endTitle: '이 키를 지금 만료할까요?',
    endAbout: (hint) =>
      `지금부터 ${hint}(으)로 끝나는 키를 사용하는 호출은 실패합니다. 되돌릴 수 없습니다.`,
    ended: '키가 만료되었습니다.',
    none: '아직 키가 없습니다',
    noneAbout: '키가 없으면 이 앱의 이용 제한 API를 호출할 수 없습니다. 키는 한 번만 표시됩니다.',
    noneToRead: '프로젝트 관리자가 첫 키를 발급할 수 있습니다.',
    example: '이 앱의 제한 유형을 조회합니다. KEY 자리에 키를 넣으세요.',
  },
});

/** What every kind of key says. */
export type KeyWords = Omit<ReturnType<typeof useCertificationMessages>, 'another' | 'example'> & {
  readonly atOnce?: string;
};

export const usePriceMessages = defineMessages({
  en: {
    title: 'Custom price keys',
    about:
      'App servers sign custom amounts of payment gateway orders with this key, so that a client cannot choose its own. A product accepts them if its custom amounts are set to “Signed”.',
    products: 'Go to products',
    key: 'Key',
    first: 'Create custom price key',
    made: 'New custom price key',
    value: 'price_key',
    rotateTitle: 'Rotate custom price key',
    atOnce: 'Amounts that are signed with the old one open no orders from now on.',
    end: 'Revoke',
    endOf: (hint: string) => `Revoke the custom price key ending in ${hint}`,
    endTitle: 'Revoke this custom price key?',
    endAbout: (hint: string) =>
      `Amounts that are signed with the key ending in ${hint} open no orders from now on. This cannot be undone.`,
    ended: 'Custom price key revoked.',
    none: 'No custom price keys yet',
    noneAbout: 'Create one to sell at amounts that no product lists. It is shown only once.',
    noneToRead: 'A project admin can create one.',
  },
  ko: {
    title: '임의 금액 서명 키',
    about:
      '클라이언트가 금액을 마음대로 정할 수 없도록, 앱 서버가 PG 주문의 임의 금액을 서명할 때 쓰는 키입니다. 상품의 임의 금액이 “서명된 금액”으로 설정되어 있어야 합니다.',
    products: '상품으로 이동',
    key: '키',
    first: '임의 금액 서명 키 발급',
    made: '새 임의 금액 서명 키',
    value: 'price_key',
    rotateTitle: '임의 금액 서명 키 교체',
    atOnce: '지금부터 기존 키로 서명한 금액으로는 주문할 수 없습니다.',
    end: '폐기',
    endOf: (hint) => `${hint}(으)로 끝나는 임의 금액 서명 키 만료`,
    endTitle: '이 임의 금액 서명 키를 지금 만료할까요?',
    endAbout: (hint) =>
      `지금부터 ${hint}(으)로 끝나는 키로 서명한 금액으로는 주문할 수 없습니다. 되돌릴 수 없습니다.`,
    ended: '임의 금액 서명 키가 만료되었습니다.',
    none: '아직 임의 금액 서명 키가 없습니다',
    noneAbout: '상품 가격과 다른 금액으로 판매하려면 키를 발급하세요. 키는 한 번만 표시됩니다.',
    noneToRead: '프로젝트 관리자가 첫 키를 발급할 수 있습니다.',
  },
});
