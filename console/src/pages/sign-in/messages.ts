// Messages of signing in.
import { defineMessages } from '../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    title: 'Sign in',
    ended: 'Your session has ended',
    endedAbout: 'Sign in again to continue on the page where you were.',
    password: 'Password',
    signIn: 'Sign in',
    second: 'Two-factor authentication',
    secondAbout: 'Enter the six-digit code from your authenticator app, or a recovery code.',
    confirm: 'Sign in',
    back: 'Back',
    locked: 'Too many failed attempts',
    lockedAbout: 'You can try again in',
    forgot: 'Forgot your password?',
    lost: 'Forgot your password? The administrator of this installation can reset it on the command line.',
  },
  ko: {
    title: '로그인',
    ended: '세션이 종료되었습니다',
    endedAbout: '다시 로그인하면 보던 페이지에서 이어집니다.',
    password: '비밀번호',
    signIn: '로그인',
    second: '2단계 인증',
    secondAbout: '인증 앱의 6자리 숫자 또는 복구 코드 하나를 입력하세요.',
    confirm: '확인',
    back: '뒤로',
    locked: '로그인 시도가 너무 많습니다',
    lockedAbout: '다시 시도할 수 있을 때까지',
    forgot: '비밀번호를 잊으셨나요?',
    lost: '비밀번호를 잊으셨나요? 이 설치 환경의 관리자가 명령줄에서 재설정할 수 있습니다.',
  },
});
