// SQL of the activity log: events of purchases and subscriptions that no other table records.
import type { Db } from '../../storage/db.ts';
import { insertRows, type Queryable } from '../../storage/rows.ts';
import type { Market, PurchaseTrailTable } from '../../storage/schema.ts';
import { type Params, statement } from '../../storage/statement.ts';
import { ofApp } from '../../storage/tenancy.ts';
import type { AppName } from '../../tenants/directory.ts';
import { MARKET_CODES } from '../markets/markets.ts';

export type Activity = PurchaseTrailTable;
type NewActivity = Omit<Activity, 'details'> & Partial<Pick<Activity, 'details'>>;

/** All other kinds are types of events, whose number is the reference. */
const GRANTS = ['purchase.acknowledged', 'purchase.consumed'] as const;
const REFUND_ANSWERS = [
  'refund_request.answered',
  'refund_request.refused',
  'refund_request.unanswered',
] as const;
/** A delivery result that the app server has replaced since; the details are the result. */
export const DELIVERY_REPORTED = 'delivery.reported';
export type RefundAnswerKind = (typeof REFUND_ANSWERS)[number];

export const isGrant = ({ kind }: Activity): boolean => GRANTS.some((each) => each === kind);
export const isRefundAnswer = ({ kind }: Activity): boolean =>
  REFUND_ANSWERS.some((each) => each === kind);
export const isDelivery = ({ kind }: Activity): boolean => kind === DELIVERY_REPORTED;
export const isEvent = (activity: Activity): boolean =>
  !isGrant(activity) && !isRefundAnswer(activity) && !isDelivery(activity);

/** The details of an event that an operator sent again. */
export const SENT_AGAIN = '"again"';

/** A purchase by its `unique_key`, or a subscription by its id. */
export interface Subject {
  readonly provider: Market;
  readonly subject: string;
}

/** One, or a subscription with its cycles. */
export interface Subjects extends AppName {
  readonly provider: Market;
  readonly subjects: readonly string[];
}

/** Idempotent: the first one counts. */
export const addActivity = (tx: Db, entries: readonly NewActivity[]): Promise<void> =>
  insertRows(
    tx,
    'purchase_trail',
    entries.map((entry) => ({ details: null, ...entry })),
    'on conflict (game_index, appid, provider, subject, kind, reference) do nothing',
  );

const bySubjects = statement((db, $: Params<Subjects>) =>
  ofApp(db, $)
    .selectFrom('purchase_trail')
    .selectAll()
    .where('provider', '=', $.provider)
    .where('subject', 'in', $.subjects)
    .orderBy('at')
    .orderBy('kind')
    .orderBy('reference'),
);

export const readActivity = (db: Db, subjects: Subjects): Promise<readonly Activity[]> =>
  bySubjects(db, subjects);

interface Sale {
  readonly provider: Market;
  readonly unique_key: string;
}

const ANNOUNCEMENTS = ['purchase.unclaimed', 'subscription.unclaimed'] as const;

const announced = statement((db, $: Params<AppName & { keys: readonly string[] }>) =>
  ofApp(db, $)
    .selectFrom('purchase_trail')
    .select(['provider', 'subject as unique_key'])
    .where('provider', 'in', MARKET_CODES)
    .where('subject', 'in', $.keys)
    .where('kind', 'in', ANNOUNCEMENTS),
);

/** Those of the sales that the app server was told nobody has verified. */
export const readAnnounced = async (
  db: Queryable,
  { appid, gameIndex }: AppName,
  sales: readonly Sale[],
): Promise<readonly Sale[]> =>
  sales.length === 0
    ? []
    : announced(db, { appid, gameIndex, keys: sales.map(({ unique_key }) => unique_key) });
