// Every market as lists and charts show it. The compiler insists on all codes of the admin API.
import type { Label } from '../i18n/messages.ts';
import { type Band, bandColor } from './colors.ts';
import type { Market } from './records.ts';

interface MarketView {
  readonly name: Label;
  readonly color: Band;
  /** Begins the IDs of its purchases. */
  readonly prefix: string;
}

const VIEWS: Readonly<Record<Market, MarketView>> = {
  APPLE: { name: { en: 'App Store', ko: 'App Store' }, color: 'blue', prefix: 'AP' },
  GOOGLE: { name: { en: 'Google Play', ko: 'Google Play' }, color: 'pine', prefix: 'GO' },
  STEAM: { name: { en: 'Steam', ko: 'Steam' }, color: 'violet', prefix: 'ST' },
  PG: { name: { en: 'Payment gateway', ko: 'PG 결제' }, color: 'amber', prefix: 'PG' },
  ONESTORE: { name: { en: 'ONE store', ko: '원스토어' }, color: 'rose', prefix: 'ON' },
  AMAZON: { name: { en: 'Amazon', ko: '아마존' }, color: 'cyan', prefix: 'AM' },
  SAMSUNG: { name: { en: 'Galaxy Store', ko: '갤럭시 스토어' }, color: 'lime', prefix: 'SA' },
  CUSTOM: { name: { en: 'Own market', ko: '자체 마켓' }, color: 'slate', prefix: 'CU' },
};

export const MARKETS = Object.keys(VIEWS) as readonly Market[];
export const marketView = (market: Market): MarketView => VIEWS[market];
export const marketColor = (market: Market): string => bandColor(VIEWS[market].color);

const PREFIXES = MARKETS.map((market) => VIEWS[market].prefix).join('|');

/** Our number of a purchase, or the uuid of a subscription's cycle. */
export const SERVICE_ID = new RegExp(
  `^((${PREFIXES})_\\d{1,15}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$`,
);
