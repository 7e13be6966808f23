// What a check has found, in the reader's language.
import type { Schema } from '../../../endpoint.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import type { Market } from '../../../sales/records.ts';
import { SHAPES, useTitle, useWords } from './shapes.ts';

export type Finding = Schema<'CredentialCheck'>;

interface About extends Omit<Finding['details'], 'missing'> {
  readonly market: Market;
  /** The market as the page calls it. */
  readonly name: string;
  readonly missing?: string;
}

const KOREAN: Readonly<Record<string, (about: About) => string>> = {
  accepted: ({ name }) => `${name}에서 자격 증명을 확인했습니다.`,
  no_api_key: () => 'App Store Server API 키가 없어 영수증의 서명만으로 검증합니다.',
  sandbox_only: () =>
    'App Store가 샌드박스에서만 API 키를 받습니다. 앱을 처음 출시하기 전에는 정상입니다.',
  no_licence_key: () =>
    'Google Play에서 서비스 계정을 확인했습니다. 라이선스 키가 없어 구매 토큰만 검증할 수 있고, 서명된 영수증은 검증할 수 없습니다.',
  incomplete: ({ name, missing }) => `${name}에 필요한 값이 없습니다: ${missing}.`,
  unreadable_secret: ({ secret }) =>
    `등록된 값을 읽을 수 없습니다: ${secret}. 마켓에서 받은 파일을 그대로 다시 등록하세요.`,
  refused: ({ market, name, reason, app }) =>
    `${name}에서 자격 증명을 거부했습니다${inBrackets(reason)}. ${SHAPES[market].remedy(app)}`,
  unknown_app: ({ app }) => `App Store에 ${app} 앱이 없습니다. 번들 ID를 확인하세요.`,
  missing_right: ({ right = '', reason, app }) =>
    `서비스 계정에 ${app} 앱에 대한 권한이 없습니다${inBrackets(reason)}. Play Console에서 “${RIGHTS[right] ?? right}” 권한을 부여하거나 패키지 이름을 확인하세요.`,
  no_webhook_secret: ({ name }) =>
    `${name}에서 키를 확인했지만, 웹훅 시크릿이 없어 알림이 모두 거부됩니다.`,
  wrong_mode: ({ mode }) =>
    mode === 'test'
      ? 'Stripe 테스트 키입니다. 프로덕션 환경에는 라이브 키를 등록하세요.'
      : 'Stripe 라이브 키입니다. 샌드박스 환경에는 테스트 키를 등록하세요.',
  unchecked: ({ reason }) => `점검하지 못했습니다${inBrackets(reason)}. 잠시 후 다시 시도하세요.`,
};

/** As the Play Console calls them in Korean. */
const RIGHTS: Readonly<Record<string, string>> = {
  view_orders: '재무 데이터, 주문, 취소 설문조사 응답 보기',
  manage_orders: '주문 및 구독 관리',
};

/** The market's own text is left as it is. */
const inBrackets = (reason: string | undefined): string =>
  reason === undefined ? '' : ` (${reason.replace(/\.$/, '')})`;

/** What the service says about a code that this page does not know is shown as it is. */
export function useFindingText(
  market: Market,
): (finding: Pick<Finding, 'code' | 'details' | 'text'>) => string {
  const { language } = useLanguage();
  const name = useTitle()(market);
  const fieldName = useWords(market);
  return ({ code, text, details: { missing, secret, ...details } }) => {
    const translate = language === 'ko' ? KOREAN[code] : undefined;
    if (!translate) return text;
    return translate({
      ...details,
      market,
      name,
      missing: missing?.map(fieldName).join(', '),
      secret: secret && fieldName(secret),
    });
  };
}
