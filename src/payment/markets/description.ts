// What a market is: one object that says everything about it. Lists of markets are made from these.
import type { Logger } from 'pino';
import type { TSchema } from 'typebox';
import type { Clock } from '../../base/clock.ts';
import type { Actions, ActionTraits } from './action.ts';
import type { Check } from './credential-check.ts';
import type { Fields } from './fields.ts';
import type { MarketHttp } from './http.ts';
import type {
  Market,
  MarketApp,
  OnAccess,
  Provider,
  PurchaseDateSource,
  Shapes,
} from './market.ts';
import type { NoticeReader } from './notice.ts';
import type { SubscriptionProvider } from './subscription.ts';

type Environment = 'production' | 'sandbox';

export interface MarketDescription extends Shapes {
  readonly code: Market;
  /** Begins the `serviceTransactionId` of its purchases. */
  readonly prefix: string;
  /** Its name in a sentence. */
  readonly seller: string;
  /** As titles name it, in the languages of alerts. */
  readonly name: { readonly en: string; readonly ko: string };
  /** The setting that names the app at the market. Null: apps may share an account there. */
  readonly identity: string | null;
  /** The secret without which the market cannot be asked at all. */
  readonly required?: string;
  /** What is wrong with a secret, because the market would say so only at the first purchase. */
  readonly secretProblems?: Readonly<Record<string, (value: string) => string | undefined>>;
  /** What is wrong with settings and secrets together. `field` as in the request. */
  settingsProblem?(
    environment: Environment,
    settings: object,
    secrets: object,
  ): { readonly field: string; readonly problem: string } | undefined;
  /** Reads the key file that the market hands out. */
  keyFile?(fileName: string, text: string): KeyFile | { readonly problem: string };
  /** Which differences between request and purchase reject it (interface 4.9). */
  readonly strict: { readonly product: boolean; readonly price: boolean };
  /** Orders stay with the gateway that was set when they were opened, so credentials of former ones are kept. */
  readonly hasGateways?: true;
  /** If purchases begin as orders here: what stands before the digits of their numbers. */
  readonly orders?: { readonly numberPrefix: string };
  /** One payment can be for several products, each of which is a purchase. */
  readonly sellsTogether?: true;
  readonly subscriptions?: SubscriptionTraits;
  /** The notifications that it sends, if it does. */
  readonly notices?: NoticeTraits;
  /** It has no list of what has changed, so recent purchases are read again. */
  readonly rereads?: true;
  /** Receipts are signed with a chain of certificates, which is stored once. */
  readonly signsReceipts?: true;
  /** A refused call can be normal, so only a check that fails counts. */
  readonly refusesNormally?: true;
  /** What identifies a purchase here, for the reference. */
  readonly transactionId: string;
  readonly imports: ImportTraits;
  /** What can be done after the sale. */
  readonly actions?: ActionTraits;
  readonly addresses: Addresses;
  /** Its name at the emulator. */
  readonly emulator: string;
  /** Settings of the demo app, from the emulator's credentials and what to trust. */
  demo?(app: DemoApp, credentials: Fields, trust: Fields): DemoSettings;
  create(options: MarketOptions): Adapter;
}

export interface KeyFile {
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

export interface SubscriptionTraits {
  /** What identifies a subscription. A purchase token is its receipt, too. */
  readonly id: 'original transaction id' | 'purchase token';
  /** What the id of the first payment is, for the reference. */
  readonly original: string;
  /** Whether a refund of a cycle has a time. */
  readonly datesRefunds: boolean;
  /** The transaction of the first payment, by that of a later one. */
  firstOf?(storeTransactionId: string): string;
}

export interface NoticeTraits {
  /** Below `/market/v1/`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly body: TSchema;
  /** What identifies a notification. */
  readonly id: string;
  /** The account that a notification names. */
  accountIn?(body: string): string | null;
}

/** How purchases of another system become records. */
export interface ImportTraits {
  readonly dateSource: PurchaseDateSource;
  /** Whether a purchase token can stand for the transaction id. */
  readonly hasToken?: true;
  /** Whether the market can be asked with the transaction id in place of a receipt. */
  readonly idIsReceipt?: true;
  /** What is wrong with the ids of a line; without it, the transaction id is required. */
  problem?(ids: ImportedIds): string | undefined;
  /** The unique key that verification makes of a transaction id. */
  keyOf?(id: string, test: boolean): string;
}

export interface ImportedIds {
  readonly id: string | undefined;
  readonly token: string | undefined;
}

interface Address {
  /** Of the environment. */
  readonly variable: string;
  readonly description: string;
  /** Fingerprints are a list, separated by commas; a responder is `off`, `on` or a URL. */
  readonly kind: 'url' | 'fingerprints' | 'responder';
  readonly fallback: string;
  /** At the emulator. */
  emulated(url: string, trust: Fields): string;
}
export type Addresses = Readonly<Record<string, Address>>;

export type AddressesOf<A extends Addresses> = {
  readonly [Name in keyof A]: A[Name]['kind'] extends 'fingerprints' ? readonly string[] : string;
};

export interface DemoApp {
  readonly appid: string;
  readonly environment: Environment;
}

export interface DemoSettings {
  readonly settings: Fields;
  readonly secrets: Fields;
}

/** The result for a chain of certificates that was not known yet. */
export type ChainCheck = 'trusted' | 'refused' | 'busy';

/** What is known of certificates that sign receipts, by their SHA-256. */
export interface CertificateStatuses {
  read(certificate: string): Promise<CertificateStatus | undefined>;
  keep(certificate: string, status: CertificateStatus): Promise<void>;
  /** Nobody says; what was known before still holds. */
  keepFailing(certificate: string, now: number): Promise<void>;
}

export interface CertificateStatus {
  readonly revoked: boolean;
  readonly nextUpdate: number;
}

export interface MarketOptions<A extends Addresses = Addresses> {
  readonly http: MarketHttp;
  readonly addresses: AddressesOf<A>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onChainCheck?: ((result: ChainCheck) => void) | undefined;
  readonly onAccess?: OnAccess | undefined;
  /** Without them, nobody is asked about certificates. */
  readonly certificateStatuses?: CertificateStatuses | undefined;
}

/** Without `verifyPurchase`, orders settle the purchases of the market. */
export interface Adapter<S extends Shapes = Shapes>
  extends Partial<Provider<S>>,
    Partial<SubscriptionProvider<S>> {
  /** Whether the market accepts the app's settings and secrets. */
  readonly check: Check<S>;
  readonly notices?: NoticeReader<S>;
  readonly actions?: Actions<S>;
  /** Store transaction ids behind an order number that the market shows to the buyer alone. */
  transactionsOfOrder?(app: MarketApp<S>, text: string): Promise<readonly string[]>;
}
