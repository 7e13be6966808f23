// Why an issuer's sign-in was refused: a sentence for each reason in the address.
import { defineMessages } from './messages.ts';

const REASONS = [
  'expired',
  'denied',
  'unavailable',
  'invalid',
  'not_allowed',
  'second_factor',
  'address_taken',
  'connected_elsewhere',
  'disabled',
] as const;

export const findReason = (text: string | null) => REASONS.find((reason) => reason === text);

export const useRefusals = defineMessages({
  en: {
    expired: 'This sign-in has expired or was used already. Start again.',
    denied: (issuer: string) => `${issuer} did not sign you in. Try again.`,
    unavailable: (issuer: string) =>
      `${issuer} does not answer. Try again later, or sign in another way.`,
    invalid: (issuer: string) =>
      `The answer of ${issuer} is not valid. Ask your administrator; the service log has the reason.`,
    not_allowed: (issuer: string) =>
      `None of your groups at ${issuer} gives access to this console. Ask your administrator.`,
    second_factor: (issuer: string) =>
      `This console requires a second factor. Sign in to ${issuer} with one.`,
    address_taken:
      'An account with your email address exists already. Sign in with its password, then connect it under Account.',
    connected_elsewhere: (issuer: string) =>
      `This account at ${issuer} is connected to another account here.`,
    disabled: 'Your account is disabled. Ask your administrator.',
  },
  ko: {
    expired: '로그인 시간이 만료되었거나 이미 사용되었습니다. 다시 시작하세요.',
    denied: (issuer) => `${issuer}에서 로그인하지 못했습니다. 다시 시도하세요.`,
    unavailable: (issuer) =>
      `${issuer}에서 응답이 없습니다. 잠시 후 다시 시도하거나 다른 방법으로 로그인하세요.`,
    invalid: (issuer) =>
      `${issuer}의 응답이 올바르지 않습니다. 관리자에게 문의하세요. 이유는 서비스 로그에 있습니다.`,
    not_allowed: (issuer) =>
      `${issuer}에서 속한 그룹에는 이 콘솔을 사용할 권한이 없습니다. 관리자에게 문의하세요.`,
    second_factor: (issuer) =>
      `이 콘솔에는 2단계 인증이 필요합니다. ${issuer}에 2단계 인증으로 로그인하세요.`,
    address_taken:
      '같은 이메일 주소의 계정이 이미 있습니다. 비밀번호로 로그인한 다음 내 계정에서 연결하세요.',
    connected_elsewhere: (issuer) => `${issuer}의 이 계정은 이미 다른 계정에 연결되어 있습니다.`,
    disabled: '사용이 중지된 계정입니다. 관리자에게 문의하세요.',
  },
});
