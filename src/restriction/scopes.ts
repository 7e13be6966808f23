// Scopes of restrictions: the login, which the interface knows, and features of the game.
import type { App } from '../tenants/directory.ts';
import type { Language } from './rules.ts';

/** The scope of every call of the interface. */
export const LOGIN = 'login';
/** Stops new orders at STEAM and PG, too. */
export const PURCHASE = 'purchase';

export type ScopeNames = Readonly<Partial<Record<Language, string>>>;

/** Scopes that every project has. */
export const READY_SCOPES: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  [LOGIN]: {
    ko: '로그인',
    en: 'Login',
    ja: 'ログイン',
    'zh-hans': '登录',
    'zh-hant': '登入',
    de: 'Anmeldung',
    fr: 'Connexion',
    ru: 'Вход',
    es: 'Inicio de sesión',
    pt: 'Início de sessão',
    id: 'Masuk',
    th: 'เข้าสู่ระบบ',
    vi: 'Đăng nhập',
    it: 'Accesso',
    tr: 'Giriş',
    ar: 'تسجيل الدخول',
    tl: 'Pag-login',
  },
  chat: {
    ko: '채팅',
    en: 'Chat',
    ja: 'チャット',
    'zh-hans': '聊天',
    'zh-hant': '聊天',
    de: 'Chat',
    fr: 'Chat',
    ru: 'Чат',
    es: 'Chat',
    pt: 'Chat',
    id: 'Obrolan',
    th: 'แชท',
    vi: 'Trò chuyện',
    it: 'Chat',
    tr: 'Sohbet',
    ar: 'الدردشة',
    tl: 'Chat',
  },
  trade: {
    ko: '거래',
    en: 'Trading',
    ja: '取引',
    'zh-hans': '交易',
    'zh-hant': '交易',
    de: 'Handel',
    fr: 'Échanges',
    ru: 'Обмен',
    es: 'Intercambio',
    pt: 'Trocas',
    id: 'Perdagangan',
    th: 'การแลกเปลี่ยน',
    vi: 'Giao dịch',
    it: 'Scambi',
    tr: 'Takas',
    ar: 'التبادل',
    tl: 'Pakikipagpalitan',
  },
  [PURCHASE]: {
    ko: '구매',
    en: 'Purchases',
    ja: '購入',
    'zh-hans': '购买',
    'zh-hant': '購買',
    de: 'Käufe',
    fr: 'Achats',
    ru: 'Покупки',
    es: 'Compras',
    pt: 'Compras',
    id: 'Pembelian',
    th: 'การซื้อ',
    vi: 'Mua hàng',
    it: 'Acquisti',
    tr: 'Satın alma',
    ar: 'المشتريات',
    tl: 'Pagbili',
  },
  ranked: {
    ko: '랭크 게임',
    en: 'Ranked matches',
    ja: 'ランクマッチ',
    'zh-hans': '排位赛',
    'zh-hant': '排位賽',
    de: 'Ranglistenspiele',
    fr: 'Parties classées',
    ru: 'Рейтинговые матчи',
    es: 'Partidas clasificatorias',
    pt: 'Partidas ranqueadas',
    id: 'Pertandingan peringkat',
    th: 'แมตช์จัดอันดับ',
    vi: 'Trận xếp hạng',
    it: 'Partite classificate',
    tr: 'Dereceli maçlar',
    ar: 'المباريات المصنفة',
    tl: 'Mga ranked na laban',
  },
};

type Scoped = Pick<App, 'scopes'>;

const namesIn = ({ scopes }: Scoped, scope: string): ScopeNames | undefined =>
  Object.hasOwn(READY_SCOPES, scope)
    ? READY_SCOPES[scope]
    : scopes.find((own) => own.scope === scope)?.names;

export const hasScope = (app: Scoped, scope: string): boolean => namesIn(app, scope) !== undefined;

export const noScope = (scope: string): string => `The project has no scope ${scope}.`;

/** In the wanted language, else in English. */
export function scopeName(app: Scoped, scope: string, language: Language): string {
  const names = namesIn(app, scope);
  return names?.[language] ?? names?.en ?? scope;
}

/** `login` first, then by name. */
export const compareScopes = (one: string, other: string): number =>
  Number(other === LOGIN) - Number(one === LOGIN) || (one < other ? -1 : Number(one > other));

/** In answers, where `login` goes without saying. */
export const otherScope = (scope: string): { readonly scope?: string } =>
  scope === LOGIN ? {} : { scope };

/** The restriction of the login, and all of them if there is one of another scope. */
export function byScope<Entry extends { readonly scope: string }>(
  all: readonly Entry[],
): { readonly restriction: Entry | null; readonly restrictions?: readonly Entry[] } {
  const hasOthers = all.some(({ scope }) => scope !== LOGIN);
  return { restriction: inScope(all, LOGIN), ...(hasOthers && { restrictions: all }) };
}

/** Of a list with one entry per scope. */
export const inScope = <Entry extends { readonly scope: string }>(
  all: readonly Entry[],
  wanted: string,
): Entry | null => all.find(({ scope }) => scope === wanted) ?? null;
