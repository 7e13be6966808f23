// Messages of accepting an invitation.
import { defineMessages } from '../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    title: 'Invitation',
    toProject: (project: string, role: string) => `You are invited to ${project} as ${role}.`,
    toInstallation: 'You are invited as an owner of this installation.',
    email: 'Email address',
    password: 'Your password',
    accept: 'Accept invitation',
    gone: 'This invitation is no longer valid',
    goneAbout:
      'It was used or withdrawn, or it is older than seven days. Ask for a new one. If you already accepted it, sign in.',
    toSignIn: 'Sign in',
  },
  ko: {
    title: '초대',
    toProject: (project, role) => `${project} 프로젝트에 ${role} 역할로 초대되었습니다.`,
    toInstallation: '이 설치 환경의 소유자로 초대되었습니다.',
    email: '이메일 주소',
    password: '내 계정의 비밀번호',
    accept: '수락',
    gone: '더 이상 사용할 수 없는 초대입니다',
    goneAbout:
      '이미 사용되었거나 취소되었거나 7일이 지났습니다. 새 초대를 요청하거나, 이미 수락했다면 로그인하세요.',
    toSignIn: '로그인',
  },
});
