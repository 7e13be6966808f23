// Messages of a forgotten password.
import { defineMessages } from '../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    title: 'Reset password',
    about: 'Enter the email address of your account. We send you a link to choose a new password.',
    send: 'Send link',
    sent: 'Check your email',
    sentAbout: (email: string) =>
      `If there is an account for ${email}, a link is on its way. It works once, for one hour.`,
    choose: 'Choose a new password',
    chooseAbout: 'This signs you out everywhere. Your second factor stays as it is.',
    save: 'Set new password',
    done: 'Your password is changed',
    gone: 'This link is no longer valid',
    goneAbout: 'It was used, or it is older than an hour.',
    again: 'Send a new link',
    toSignIn: 'Sign in',
  },
  ko: {
    title: '비밀번호 재설정',
    about: '계정의 이메일 주소를 입력하세요. 새 비밀번호를 설정할 수 있는 링크를 보내 드립니다.',
    send: '링크 보내기',
    sent: '이메일을 확인하세요',
    sentAbout: (email) =>
      `${email} 계정이 있으면 링크를 보냅니다. 링크는 한 시간 동안 한 번만 사용할 수 있습니다.`,
    choose: '새 비밀번호 설정',
    chooseAbout: '모든 기기에서 로그아웃됩니다. 2단계 인증은 그대로 유지됩니다.',
    save: '비밀번호 변경',
    done: '비밀번호가 변경되었습니다',
    gone: '더 이상 사용할 수 없는 링크입니다',
    goneAbout: '이미 사용되었거나 한 시간이 지났습니다.',
    again: '새 링크 보내기',
    toSignIn: '로그인',
  },
});
