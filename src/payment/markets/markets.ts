// The list of markets, and what is made from it. A new market is added here, with its code in `base/market.ts`.
import { Type } from 'typebox';
import { named } from '../../base/named.ts';
import { amazon } from './amazon/market.ts';
import { apple } from './apple/market.ts';
import { custom } from './custom/market.ts';
import type { AddressesOf, MarketDescription, MarketOptions } from './description.ts';
import { google } from './google/market.ts';
import type { Market, MarketApp, MarketRejection } from './market.ts';
import { onestore } from './onestore/market.ts';
import { pg } from './pg/market.ts';
import { samsung } from './samsung/market.ts';
import { steam } from './steam/market.ts';

const LIST = [apple, google, steam, pg, onestore, amazon, samsung, custom] as const;

type Listed = (typeof LIST)[number];
/** The description of a market, with its own shapes. */
type Described<M extends Market> = Extract<Listed, { readonly code: M }>;

export const MARKETS: readonly MarketDescription[] = LIST;

const codesOf = (markets: readonly MarketDescription[]): readonly Market[] =>
  markets.map(({ code }) => code);

export const MARKET_CODES = codesOf(MARKETS);
/** Those whose purchases begin as orders here. */
export const ORDER_MARKETS = codesOf(MARKETS.filter(({ orders }) => orders));
export const SUBSCRIPTION_MARKETS = codesOf(MARKETS.filter(({ subscriptions }) => subscriptions));
/** Those that send notifications. */
export const NOTICE_MARKETS = codesOf(MARKETS.filter(({ notices }) => notices));

/** Those whose receipts are signed with a chain of certificates. */
export const SIGNING_MARKETS = codesOf(MARKETS.filter(({ signsReceipts }) => signsReceipts));

export const MarketName = named('Market', Type.Enum(MARKET_CODES));

/** The requested one, or all. */
export const marketsOf = (market: Market | undefined): readonly Market[] =>
  market === undefined ? MARKET_CODES : [market];

const byCode = new Map(MARKETS.map((market) => [market.code, market]));

export const marketOf = (code: Market): MarketDescription => byCode.get(code) as MarketDescription;

/** The owner of the app must set it, so asking the market is useless until then. */
export function missingSetting(
  market: Market,
  { secrets }: Pick<MarketApp, 'secrets'>,
): MarketRejection | undefined {
  const { required: name } = marketOf(market);
  if (name === undefined || (secrets as Readonly<Record<string, unknown>>)[name]) return undefined;
  return {
    rejected: 'INVALID_REQUEST',
    detail: `The ${market} settings of the app have no ${name}. Set it in the console or with the admin API.`,
  };
}

/** What each of these markets says, for the reference: `APPLE: transaction id. GOOGLE and PG: order id.` */
export function eachMarket(says: (market: MarketDescription) => string | undefined): string {
  const groups = Map.groupBy(MARKETS, says);
  return [...groups]
    .flatMap(([text, group]) => (text === undefined ? [] : `${listed(codesOf(group))}: ${text}.`))
    .join(' ');
}

export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** An app at this market. */
export type AppAt<M extends Market> = MarketApp<Described<M>>;

type Adapters = { readonly [M in Market]: ReturnType<Described<M>['create']> };

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (
  all: infer I,
) => void
  ? I
  : never;
/** Where all markets are reached. */
export type MarketAddresses = Intersection<
  { [M in Market]: AddressesOf<Described<M>['addresses']> }[Market]
>;

/** The adapters, around one HTTP client. */
export const createMarkets = (
  options: Omit<MarketOptions, 'addresses'> & { readonly addresses: MarketAddresses },
): Adapters =>
  Object.fromEntries(
    MARKETS.map(({ code, create }) => [code, create(options as unknown as MarketOptions)]),
  ) as unknown as Adapters;
