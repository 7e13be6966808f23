// What the codes of actions, such as `key.rotate`, mean to people.
import { defineMessages, useMessages } from '../../i18n/messages.ts';

const nouns = defineMessages({
  en: {
    project: 'Project',
    app: 'App',
    key: 'Certification key',
    'price-key': 'Custom price key',
    client: 'OAuth client',
    market: 'Market settings',
    product: 'Product',
    server: 'Server ID',
    'game-server': 'Game server',
    events: 'Event receiver',
    outbox: 'Notifications',
    type: 'Restriction type',
    restriction: 'Restriction',
    bulk: 'Bulk list',
    notice: 'Store notification',
    member: 'Member',
    invitation: 'Invitation',
    account: 'Account',
    session: 'Session',
    'admin-token': 'Admin token',
    'signing-key': 'Signing key',
  },
  ko: {
    project: '프로젝트',
    app: '앱',
    key: '인증 키',
    'price-key': '임의 금액 서명 키',
    client: 'OAuth 클라이언트',
    market: '마켓 설정',
    product: '상품',
    server: '서버 ID',
    'game-server': '게임 서버',
    events: '이벤트 연동',
    outbox: '알림',
    type: '제한 유형',
    restriction: '이용 제한',
    bulk: '대량 작업',
    notice: '마켓 알림',
    member: '멤버',
    invitation: '초대',
    account: '계정',
    session: '세션',
    'admin-token': '관리 토큰',
    'signing-key': '서명 키',
  },
});

const verbs = defineMessages({
  en: {
    create: 'created',
    change: 'changed',
    changed: 'changed',
    rename: 'renamed',
    set: 'set',
    delete: 'deleted',
    remove: 'removed',
    rotate: 'rotated',
    'rotate-key': 'key rotated',
    'end-old-key': 'old key ended',
    revoke: 'revoked',
    accept: 'accepted',
    withdraw: 'withdrawn',
    open: 'signed in',
    close: 'signed out',
    registered: 'registered',
    released: 'released',
    apply: 'applied',
    replay: 'replayed',
    pause: 'paused',
    resume: 'resumed',
    test: 'tested',
    disable: 'disabled',
    'change-password': 'password changed',
    'reset-password': 'password reset',
    'second-factor.enrol': 'two-factor setup started',
    'second-factor.confirm': 'two-factor turned on',
    'second-factor.remove': 'two-factor turned off',
  },
  ko: {
    create: '생성',
    change: '변경',
    changed: '변경',
    rename: '이름 변경',
    set: '설정',
    delete: '삭제',
    remove: '삭제',
    rotate: '교체',
    'rotate-key': '키 교체',
    'end-old-key': '이전 키 종료',
    revoke: '만료',
    accept: '수락',
    withdraw: '취소',
    open: '로그인',
    close: '종료',
    registered: '등록',
    released: '해제',
    apply: '실행',
    replay: '재처리',
    pause: '일시 중지',
    resume: '재개',
    test: '테스트',
    disable: '사용 중지',
    'change-password': '비밀번호 변경',
    'reset-password': '비밀번호 초기화',
    'second-factor.enrol': '2단계 인증 설정 시작',
    'second-factor.confirm': '2단계 인증 사용',
    'second-factor.remove': '2단계 인증 해제',
  },
});

/** Codes that nobody has named yet are shown as they are. */
const orCode = (names: Readonly<Record<string, string>>, code: string): string =>
  names[code] ?? code;

export function useActionNames() {
  const [noun, verb] = [useMessages(nouns), useMessages(verbs)];
  return {
    /** Noun and verb, such as “App created”. */
    nameOf(action: string): string {
      const [what = '', ...how] = action.split('.');
      return `${orCode(noun, what)} ${orCode(verb, how.join('.'))}`;
    },
    nouns: Object.entries(noun).map(([value, label]) => ({ value, label })),
  };
}
