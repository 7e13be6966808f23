// What an alert says, in English and in Korean: the same sentences in the console, in mails and in messages.

import { Type } from 'typebox';
import { named } from '../base/named.ts';
import type { Language } from '../mail/letter.ts';
import { marketOf } from '../payment/markets/markets.ts';
import type { AlertKind, Market } from '../storage/schema.ts';

export const LanguageName = named(
  'TextLanguage',
  Type.Enum(['en', 'ko'], { description: 'Language of texts.' }),
);

type Details = Readonly<Record<string, string | number>>;

interface Words {
  readonly title: (details: Details, app: string) => string;
  readonly text: (details: Details, app: string) => string;
}

const namesOf = ({ market }: Details) => marketOf(market as Market);

const time = (iso: string | number | undefined): string =>
  `${String(iso).slice(0, 16).replace('T', ' ')} UTC`;

const SERVERS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { restriction: 'game server', purchase: 'event receiver' },
  ko: { restriction: '게임 서버', purchase: '이벤트 수신 서버' },
};

/** With the name of a receiver that is not the first of its channel. */
function serverOf(language: Language, lane: string | number): string {
  const [channel = '', name] = String(lane).split(':');
  const server = SERVERS[language][channel] ?? channel;
  return name === undefined ? server : `${server} ${language === 'ko' ? `‘${name}’` : `“${name}”`}`;
}

const SECRETS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    key: 'certification key',
    price_key: 'custom price key',
    client_secret: 'client secret',
    receiver_key: 'old connection key',
    admin_token: 'admin token',
  },
  ko: {
    key: '인증 키',
    price_key: '커스텀 가격 키',
    client_secret: '클라이언트 시크릿',
    receiver_key: '이전 연동 키',
    admin_token: '관리자 토큰',
  },
};

const DIFFERENCES: Readonly<Record<string, string>> = {
  amount: '결제 금액',
  currency: '결제 통화',
  mode: '결제 모드(실결제·테스트)',
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const EN: Readonly<Record<AlertKind, Words>> = {
  dead_letters: {
    title: ({ channel = '' }) => `Dead letters for the ${serverOf('en', channel)}`,
    text: ({ channel = '', count = 0 }) =>
      `${count === 1 ? 'One batch' : `${count} batches`} could not be delivered to the ${serverOf('en', channel)} for three days. Fix the server, then replay them.`,
  },
  credentials_refused: {
    title: (details, app) => `Credentials of ${app} do not work at ${namesOf(details).seller}`,
    text: ({ since, text = '' }) => `Since ${time(since)}. ${text}`,
  },
  market_down: {
    title: (details, app) => `${namesOf(details).name.en} does not answer for ${app}`,
    text: ({ since }) =>
      `Since ${time(since)}, no call gets an answer. Purchases cannot be verified until it does; Tollgate keeps trying.`,
  },
  refund_spike: {
    title: (_, app) => `Unusually many refunds in ${app}`,
    text: ({ count = 0, usual = 0 }) =>
      `${count} refunds in the last three hours; ${usual} are usual. Look for a leaked exploit or a broken delivery.`,
  },
  verification_failures: {
    title: (_, app) => `Unusually many refused verifications in ${app}`,
    text: ({ count = 0, percent = 0, usual_percent = 0 }) =>
      `${count} verifications were refused in the last three hours, ${percent}% of all; ${usual_percent}% are usual. The refused verifications show why.`,
  },
  internal_errors: {
    title: (_, app) => `Tollgate fails to verify purchases of ${app}`,
    text: ({ count = 0, since }) =>
      `Since ${time(since)}, ${count} verifications got an internal error. Players have paid and wait. The log has the cause; /health/ready says whether the database can be written.`,
  },
  payment_mismatch: {
    title: (_, app) => `A payment in ${app} differs from its order`,
    text: ({ count = 0, order = '', player = '', text = '' }) =>
      `Order ${order} of player ${player}: ${text}${count === 1 ? '' : ` ${count} payments are concerned.`}`,
  },
  certificate_status: {
    title: (details, app) =>
      details.state === 'revoked'
        ? `A certificate of ${namesOf(details).seller} for ${app} is revoked`
        : `Nobody says whether certificates of ${namesOf(details).seller} for ${app} are revoked`,
    text: ({ state, since }) =>
      state === 'revoked'
        ? 'Receipts that were signed with it are refused: somebody else may have its key.'
        : `Since ${time(since)}, the responder gives no answer. Receipts are accepted meanwhile; Tollgate keeps asking.`,
  },
  expiring: {
    title: ({ what = '', name = '' }) =>
      `${capital(SECRETS.en[what] ?? 'secret')} ${name} ends soon`,
    text: ({ what = '', at }) =>
      what === 'admin_token'
        ? `It stops working at ${time(at)}. Create another one and replace it where it is used.`
        : `It was rotated and stops working at ${time(at)}. Servers that still use it will be rejected.`,
  },
  rule_without_type: {
    title: ({ rule = '' }, app) => `The restriction type of rule “${rule}” in ${app} was deleted`,
    text: ({ block_type = '' }) =>
      `Type ${block_type} does not exist any more, so the rule only flags players. Choose another type, or switch the rule off.`,
  },
  external_reports: {
    title: ({ state }, app) =>
      state === 'refused'
        ? `A store refuses reports of external sales of ${app}`
        : `Reports of external sales of ${app} are overdue`,
    text: ({ state, count = 0, report_by }) =>
      `${count === 1 ? 'One report' : `${count} reports`}; the store's time limit is ${time(report_by)} at the earliest. ${
        state === 'refused'
          ? 'Each says what is wrong. Correct it, then send it again.'
          : 'They are due for more than an hour: the store does not answer, or its settings are missing. Tollgate keeps trying.'
      }`,
  },
  consent_unlinked: {
    title: (_, app) => `Consent for ${app} was withdrawn, and no player is known for it`,
    text: ({ count = 0, days = 0 }) =>
      `${count === 1 ? 'One download' : `${count} downloads`} in the last ${days} days. Nobody is restricted until a player logs in from it: send app_transaction_id or install_id with each login. The events consent.withdrawn name the downloads.`,
  },
  actions_stuck: {
    title: (details, app) => `Actions of ${app} do not end at ${namesOf(details).seller}`,
    text: ({ count = 0, since }) =>
      `${count === 1 ? 'One action' : `${count} actions`}, the first since ${time(since)}. Each says why: the market does not answer, or its settings are missing or wrong. Tollgate keeps trying; what was not sent yet can be withdrawn.`,
  },
  appeals_waiting: {
    title: ({ count = 0 }, app) =>
      count === 1
        ? `An appeal in ${app} waits for a decision`
        : `${count} appeals in ${app} wait for a decision`,
    text: ({ days = 0, since }) =>
      `For longer than ${days === 1 ? 'a day' : `${days} days`}; the oldest was made at ${time(since)}. Release, shorten or uphold.`,
  },
  disputes_due: {
    title: ({ count = 0 }, app) =>
      count === 1
        ? `A dispute in ${app} must be answered soon`
        : `${count} disputes in ${app} must be answered soon`,
    text: ({ dispute = '', due_at }) =>
      `The bank takes evidence for dispute ${dispute} until ${time(due_at)}. Without an answer the dispute is lost.`,
  },
};

const KO: Readonly<Record<AlertKind, Words>> = {
  dead_letters: {
    title: ({ channel = '' }) => `${serverOf('ko', channel)}에 전달하지 못한 알림`,
    text: ({ channel = '', count = 0 }) =>
      `3일 동안 ${serverOf('ko', channel)}에 전달하지 못한 묶음이 ${count}개 있습니다. 서버를 고친 뒤 다시 보내세요.`,
  },
  credentials_refused: {
    title: (details, app) => `${app}: ${namesOf(details).name.ko} 자격 증명에 문제가 있습니다`,
    text: ({ since, reason = '' }) =>
      `${time(since)}부터 계속되고 있습니다${reason === '' ? '' : ` (${reason})`}. 원인과 해결 방법은 앱 설정의 마켓에서 확인하세요.`,
  },
  market_down: {
    title: (details, app) => `${app}: ${namesOf(details).name.ko}에서 응답이 없습니다`,
    text: ({ since }) =>
      `${time(since)}부터 응답이 없습니다. 응답이 돌아올 때까지 구매를 검증할 수 없으며, 계속 다시 시도합니다.`,
  },
  refund_spike: {
    title: (_, app) => `${app}의 환불이 평소보다 많습니다`,
    text: ({ count = 0, usual = 0 }) =>
      `최근 3시간 동안 환불이 ${count}건입니다(평소 ${usual}건). 악용 사례나 지급 오류가 있는지 확인하세요.`,
  },
  verification_failures: {
    title: (_, app) => `${app}의 검증 거부가 평소보다 많습니다`,
    text: ({ count = 0, percent = 0, usual_percent = 0 }) =>
      `최근 3시간 동안 검증 ${count}건이 거부되었습니다(전체의 ${percent}%, 평소 ${usual_percent}%). 거부된 검증에서 이유를 확인하세요.`,
  },
  internal_errors: {
    title: (_, app) => `${app}의 구매를 검증하지 못하고 있습니다`,
    text: ({ count = 0, since }) =>
      `${time(since)}부터 검증 ${count}건이 내부 오류로 실패했습니다. 결제한 플레이어가 기다리고 있습니다. 로그에서 원인을 확인하고, /health/ready에서 데이터베이스에 쓸 수 있는지 확인하세요.`,
  },
  payment_mismatch: {
    title: (_, app) => `${app}: 주문과 다른 결제가 있습니다`,
    text: ({ count = 0, order = '', player = '', reason = '' }) =>
      `플레이어 ${player}의 주문 ${order}에서 ${DIFFERENCES[reason]}이(가) 주문과 다릅니다(총 ${count}건). PG에서 결제를 환불하고, 키와 채널 설정을 확인하세요.`,
  },
  certificate_status: {
    title: (details, app) =>
      details.state === 'revoked'
        ? `${app}: ${namesOf(details).name.ko} 인증서가 폐기되었습니다`
        : `${app}: ${namesOf(details).name.ko} 인증서의 폐기 여부를 확인할 수 없습니다`,
    text: ({ state, since }) =>
      state === 'revoked'
        ? '이 인증서로 서명된 영수증은 거부됩니다. 키가 유출되었을 수 있습니다.'
        : `${time(since)}부터 응답이 없습니다. 그동안 영수증은 그대로 받으며, 계속 다시 확인합니다.`,
  },
  expiring: {
    title: ({ what = '', name = '' }) => `${SECRETS.ko[what] ?? '시크릿'} ${name} 만료 임박`,
    text: ({ what = '', at }) =>
      what === 'admin_token'
        ? `${time(at)}에 만료됩니다. 새 토큰을 만들어 교체하세요.`
        : `교체된 값이며 ${time(at)}에 만료됩니다. 아직 사용하는 서버의 요청은 거부됩니다.`,
  },
  rule_without_type: {
    title: ({ rule = '' }, app) => `${app}: 규칙 “${rule}”의 제한 유형이 삭제되었습니다`,
    text: ({ block_type = '' }) =>
      `제한 유형 ${block_type}이(가) 더 이상 없어 이 규칙은 플레이어를 확인 대상으로 표시하기만 합니다. 다른 유형을 선택하거나 규칙을 끄세요.`,
  },
  external_reports: {
    title: ({ state }, app) =>
      state === 'refused'
        ? `${app}: 스토어가 외부 판매 보고를 거부했습니다`
        : `${app}: 외부 판매 보고가 늦어지고 있습니다`,
    text: ({ state, count = 0, report_by }) =>
      `보고 ${count}건, 스토어의 가장 이른 기한은 ${time(report_by)}입니다. ${
        state === 'refused'
          ? '보고마다 이유가 있습니다. 바로잡은 뒤 다시 보내세요.'
          : '한 시간 넘게 보내지 못했습니다. 스토어가 응답하지 않거나 설정이 없습니다. 계속 다시 시도합니다.'
      }`,
  },
  consent_unlinked: {
    title: (_, app) => `${app}: 동의가 철회되었지만 해당하는 플레이어를 찾을 수 없습니다`,
    text: ({ count = 0, days = 0 }) =>
      `최근 ${days}일 동안 다운로드 ${count}건입니다. 그 다운로드에서 플레이어가 로그인할 때까지 아무도 제한되지 않습니다. 로그인마다 app_transaction_id 또는 install_id를 보내세요. consent.withdrawn 이벤트에 다운로드가 있습니다.`,
  },
  actions_stuck: {
    title: (details, app) => `${app}: ${namesOf(details).name.ko}에서 끝나지 않은 처리가 있습니다`,
    text: ({ count = 0, since }) =>
      `처리 ${count}건, 가장 오래된 것은 ${time(since)}부터입니다. 처리마다 이유가 표시됩니다. 마켓이 응답하지 않거나, 설정이 없거나 잘못되었습니다. 계속 다시 시도하며, 아직 보내지 않은 처리는 철회할 수 있습니다.`,
  },
  appeals_waiting: {
    title: ({ count = 0 }, app) => `${app}: 결정을 기다리는 이의 신청 ${count}건`,
    text: ({ days = 0, since }) =>
      `${days}일 넘게 기다리고 있으며, 가장 오래된 신청은 ${time(since)}에 접수되었습니다. 해제, 단축, 유지 중에서 결정하세요.`,
  },
  disputes_due: {
    title: ({ count = 0 }, app) => `${app}: 답변 기한이 다가온 이의 제기 ${count}건`,
    text: ({ dispute = '', due_at }) =>
      `은행은 이의 제기 ${dispute}의 증빙을 ${time(due_at)}까지 받습니다. 답변하지 않으면 이의 제기에서 집니다.`,
  },
};

const WORDS = { en: EN, ko: KO };

export interface AlertText {
  readonly title: string;
  readonly text: string;
}

/** `app` is how people call the app; empty where none is meant. */
export function textOf(
  language: Language,
  { kind, details }: { readonly kind: AlertKind; readonly details: Details },
  app: string,
): AlertText {
  const { title, text } = WORDS[language][kind];
  return { title: title(details, app), text: text(details, app) };
}

export const FRAMES = {
  en: {
    over: (title: string) => `Over: ${title}`,
    overText: 'The condition has ended.',
    open: 'Open in the console',
    sandbox: 'sandbox',
    test: 'Test message',
    testText: 'Alerts of this project arrive here.',
  },
  ko: {
    over: (title: string) => `종료: ${title}`,
    overText: '상황이 종료되었습니다.',
    open: '콘솔에서 보기',
    sandbox: '샌드박스',
    test: '테스트 메시지',
    testText: '이 프로젝트의 알림이 여기로 옵니다.',
  },
} as const;
