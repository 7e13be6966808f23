// Messages of the payment methods at PortOne.
import { defineMessages } from '../../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    nth: (number: number) => `Method ${number}`,
    moveUp: (number: number) => `Move method ${number} up`,
    remove: (number: number) => `Remove method ${number}`,
    add: 'Add payment method',
    method: 'Payment method',
    CARD: 'Card',
    EASY_PAY: 'Easy pay',
    TRANSFER: 'Bank transfer',
    MOBILE: 'Mobile phone bill',
    VIRTUAL_ACCOUNT: 'Virtual account',
    label: 'Name on the payment page',
    labelExample: 'KakaoPay',
    channel: 'Channel key of the method',
    channelMissing: 'Enter the channel key, or remove this method.',
    buyer: 'Buyer details',
    buyerAbout:
      'The payment page asks for these if they did not come with the order. KG Inicis needs all three.',
    fullName: 'Name',
    phoneNumber: 'Phone number',
  },
  ko: {
    nth: (number) => `결제 수단 ${number}`,
    moveUp: (number) => `결제 수단 ${number} 위로 이동`,
    remove: (number) => `결제 수단 ${number} 삭제`,
    add: '결제 수단 추가',
    method: '결제 방식',
    CARD: '카드',
    EASY_PAY: '간편결제',
    TRANSFER: '계좌이체',
    MOBILE: '휴대폰 결제',
    VIRTUAL_ACCOUNT: '가상계좌',
    label: '결제 페이지에 표시할 이름',
    labelExample: '카카오페이',
    channel: '결제 수단의 채널 키',
    channelMissing: '채널 키를 입력하거나 이 결제 수단을 삭제하세요.',
    buyer: '구매자 정보',
    buyerAbout:
      '주문에 없으면 결제 페이지에서 구매자에게 묻습니다. KG이니시스는 세 가지가 모두 필요합니다.',
    fullName: '이름',
    phoneNumber: '전화번호',
  },
});
