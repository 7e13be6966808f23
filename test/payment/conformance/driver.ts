// What a market gives the conformance kit: how to sell, refund, forge and notify at its emulator.
import type { Service } from '../../../src/service.ts';
import type { Market } from '../../../src/storage/schema.ts';
import type { Answer, Gate, TestApp } from '../../support/harness.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the emulator answers has the shape of its market
export type Json = any;

export type Outcome = 'INVALID_RECEIPT' | 'RECEIPT_VERIFY_FAIL';

export interface Terms {
  /** The buyer's account, for markets that report it; for orders, who opens them. */
  readonly account?: string;
  readonly productId?: string;
}

export interface Sale {
  readonly receipt: string;
  /** Names the purchase at the emulator. */
  readonly id: string;
  /** `serviceProviderTransactionId` of its purchase. */
  readonly transactionId: string;
}

/** What it takes to sell and to act on it. */
export interface Till {
  readonly app: Pick<TestApp, 'appid'>;
  control(path: string, body?: object): Promise<Json>;
  /** Of a player's own calls. */
  login(account: string): Promise<Record<string, string>>;
  post(
    path: string,
    body: object,
    headers: Record<string, string>,
  ): Promise<Pick<Answer, 'status' | 'body'>>;
  /** The sealed receipt of an order. */
  receiptOf(orderId: string): Promise<string>;
  verify(sale: Pick<Sale, 'receipt'>): Promise<Pick<Answer, 'status' | 'body'>>;
  subscribe(sale: Pick<Sale, 'receipt'>): Promise<Pick<Answer, 'status' | 'body'>>;
  asAdmin(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<Pick<Answer, 'status' | 'body'>>;
}

/** An app at the market. */
export interface Stage extends Till {
  readonly gate: Gate;
  readonly app: TestApp;
  /** Of the app server. */
  headers(): Promise<Record<string, string>>;
  /** Another app of the same market. */
  another(): Promise<Stage>;
  /** Those apps sell no more: their lists would be read again and again, with each turn that follows. */
  closeOthers(): Promise<void>;
  verify(sale: Pick<Sale, 'receipt'>, fields?: object, service?: Service): Promise<Answer>;
  subscribe(sale: Pick<Sale, 'receipt'>, fields?: object): Promise<Answer>;
  status(): Promise<Json[]>;
  useSecrets(secrets: Record<string, string>): Promise<void>;
  purchases(): Promise<Json[]>;
  cancelState(sale: Sale): Promise<number | undefined>;
  /** Types of events for the app server since the last call. */
  events(): Promise<string[]>;
}

/** What only some markets can do. Without one, `lacks` says why. */
export interface Abilities {
  /** Secrets of the right form that the market refuses. */
  wrongSecrets(credentials: Json): Record<string, string>;
  /** A sale that nobody has paid yet. */
  sellUnpaid(stage: Stage): Promise<Sale>;
  pay(stage: Stage, sale: Sale): Promise<void>;
  /** The same purchase in another text. */
  otherForm(stage: Stage, sale: Sale): Promise<string>;
  /** A sale of another app of the same market account. */
  sellElsewhere(stage: Stage): Promise<Sale>;
  /** A sale for test money; whether it passes, marked as a test, or is refused. */
  sellForTestMoney(stage: Stage): Promise<Sale & { readonly isRefused: boolean }>;
  /** Sales name the buyer's account if `account` is given. */
  readonly namesBuyer: true;
  /** The market says what was charged. */
  readonly namesPrice: true;
  refundPart(stage: Stage, sale: Sale): Promise<void>;
  /** Takes the money back in a way that `undo` can undo. */
  readonly reversal: {
    cancel(stage: Stage, sale: Sale): Promise<void>;
    undo(stage: Stage, sale: Sale): Promise<void>;
  };
  readonly notices: NoticeDriver;
  /** Lists of the market that are polled hold refunds. */
  readonly polls: true;
  /** The operations by which Tollgate settles a sale: acknowledges, consumes or charges it. */
  readonly settles: readonly string[];
  readonly subscriptions: SubscriptionDriver;
  readonly actions: ActionDriver;
  /** What the market knows of the buyer, and nobody may keep. */
  readonly personal: readonly string[];
}

export interface NoticeDriver {
  /** Of the sender at the emulator's control. */
  readonly control: string;
  path(appid: string): string;
  register(stage: Stage, url: string): Promise<void>;
  /** A sale is notified, too. */
  readonly ofSales: boolean;
  /** Made up from a genuine one. */
  forge(stage: Stage, genuine: Notice): Promise<readonly Notice[]>;
}

export interface Notice {
  readonly body: string;
  readonly headers: Record<string, string>;
}

export interface SubscriptionDriver {
  subscribe(till: Till, terms?: Terms): Promise<Sale>;
  /** The next cycle is paid; how its receipt reads. */
  renew(stage: Stage, sale: Sale): Promise<Sale>;
  /** The newest cycle is refunded. */
  refund(stage: Stage, sale: Sale): Promise<void>;
  /** It will not renew, and its time is over. */
  end(stage: Stage, sale: Sale): Promise<void>;
}

/** What the studio does at the market after the sale. */
export interface ActionDriver {
  readonly each: readonly SaleAction[];
  /** What happens at the market between the request of this action and its call, which the market then refuses. */
  readonly refused: {
    readonly action: SaleAction;
    meanwhile(stage: Stage, sale: Sale): Promise<unknown>;
    readonly answer: RegExp;
  };
}

export interface SaleAction {
  readonly name: string;
  readonly about: 'purchase' | 'subscription';
  /** As the admin API takes it. */
  readonly input: Json;
  /** A part of the address of the call that does it. */
  readonly call: string;
  /** Otherwise a purchase or a subscription like any other. */
  sell?(till: Till): Promise<Sale>;
}

export interface Driver extends Partial<Abilities> {
  /** In the names of the tests: the code, and of gateways which one. */
  readonly name: string;
  readonly market: Market;
  /** Where faults are set. */
  readonly emulator: string;
  /** Settings and secrets of an app, from the emulator's credentials. */
  setUp(credentials: Json, appid: string): { settings: object; secrets: Record<string, string> };
  sell(till: Till, terms?: Terms): Promise<Sale>;
  /** Receipts that somebody made up or changed. */
  forge(stage: Stage, sale: Sale): Promise<readonly string[]>;
  readonly forged: Outcome;
  refund(stage: Stage, sale: Sale): Promise<void>;
  /** Why it has not the other abilities: a table in docs/adding-a-market.md. */
  readonly lacks: Partial<Record<keyof Abilities, string>>;
}

/** In the order of the table. */
export const ABILITIES: Readonly<Record<keyof Abilities, string>> = {
  wrongSecrets: 'credentials',
  sellUnpaid: 'sales that are not paid yet',
  pay: '… and are paid later',
  otherForm: 'two forms of a receipt',
  sellElsewhere: 'receipts of another app',
  sellForTestMoney: 'test money',
  namesBuyer: "the buyer's account",
  namesPrice: 'the price',
  refundPart: 'refunds of a part',
  reversal: 'a refund that is undone',
  notices: 'notifications',
  polls: 'lists to poll',
  settles: 'acknowledged, consumed or charged once',
  subscriptions: 'subscriptions',
  actions: 'actions after the sale',
  personal: 'data about the buyer',
};
