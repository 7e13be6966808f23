// Fills an app with any number of purchases and restrictions, each a copy of one that the service has written.
import type { StorageOptions } from '../../src/storage/storage.ts';
import type { BenchApp } from '../case.ts';
import { createBenchApp, openService } from '../service.ts';
import { type Filler, openFiller } from './filler.ts';
import { MARKS, makeSample, type Row, type Sample } from './sample.ts';

export interface Volume {
  readonly purchases: number;
  readonly restrictions: number;
}

export interface Filled extends Volume {
  readonly app: BenchApp;
  readonly buyers: number;
  readonly cycles: number;
  readonly notices: number;
  /** The oldest purchase; the newest is of now. */
  readonly begun: number;
}

/** Of the purchases: cycles of subscriptions, and those with a stored notice. */
const CYCLES = 0.1;
const NOTICES = 0.02;
/** Of the restrictions: those that were changed once, so that they have two entries of history. */
const CHANGED = 0.2;
const PURCHASES_PER_BUYER = 10;
const YEAR_MS = 365 * 24 * 60 * 60_000;
/** Has no factor in common with powers of ten, so buyers come in an order that jumps about. */
const STRIDE = 617_333;
const FIRST_END = Date.UTC(2035, 0, 1);

/** On a fresh database, with a year of purchases behind it. */
export async function fillDatabase(storage: StorageOptions, volume: Volume): Promise<Filled> {
  const service = await openService(storage);
  const app = await createBenchApp(service);
  const sample = await makeSample(service, app);
  const begun = service.context.clock() - YEAR_MS;
  await service.stop();
  const { purchases, restrictions } = volume;
  const share = (of: number, part: number) => Math.max(Math.round(of * part), 1);
  const filled: Filled = {
    app,
    purchases,
    restrictions,
    buyers: share(purchases, 1 / PURCHASES_PER_BUYER),
    cycles: share(purchases, CYCLES),
    notices: share(purchases, NOTICES),
    begun,
  };
  const filler = await openFiller(storage);
  try {
    await fillPurchases(filler, sample, filled);
    await fillRestrictions(filler, sample, filled);
  } finally {
    await filler.close();
  }
  return filled;
}

async function fillPurchases(filler: Filler, sample: Sample, filled: Filled): Promise<void> {
  const { app, purchases, buyers, cycles, notices, begun } = filled;
  const consumables = purchases - cycles;
  const [transaction, subscription] = [idFrom(MARKS.transaction), idFrom(MARKS.subscription)];
  const [account, subscriber] = [
    accountSql('b', `i * ${STRIDE} % ${buyers}`),
    accountSql('0', 'i'),
  ];
  const times = (count: number) => `${begun} + i * ${YEAR_MS} / ${count}`;
  const common = (count: number, kind: string) => ({
    transaction_id: accountSql(kind, 'i'),
    receipt_hash: filler.hashOf(`'${kind} ' || cast(i as text)`),
    verified_at: times(count),
    purchased_at: times(count),
    ...('claimed_at' in sample.purchase && { claimed_at: times(count) }),
  });
  await filler.refill('purchase', [
    copies(filler, 'purchase', consumables, sample.purchase, {
      marks: { [MARKS.transaction]: transaction, [MARKS.account]: account },
      columns: { ...common(consumables, 'c'), number: 'i' },
    }),
    copies(filler, 'purchase', cycles, sample.cycle, {
      marks: { [MARKS.subscription]: subscription, [MARKS.subscriber]: subscriber },
      columns: { ...common(cycles, 'd'), number: `${consumables} + i` },
    }),
  ]);
  await filler.refill('subscription', [
    copies(filler, 'subscription', cycles, sample.subscription, {
      marks: { [MARKS.subscription]: subscription, [MARKS.subscriber]: subscriber },
      columns: { created_at: times(cycles), updated_at: times(cycles) },
    }),
  ]);
  await filler.refill('market_notice', [
    copies(filler, 'market_notice', notices, sample.notice, {
      marks: { [MARKS.subscription]: subscription, [MARKS.subscriber]: subscriber },
      columns: { received_at: times(notices), said_at: times(notices) },
    }),
  ]);
  await filler.refill('account_link', [
    copies(filler, 'account_link', buyers, sample.link, {
      marks: { [MARKS.account]: accountSql('b', `i % ${buyers}`) },
      columns: { player_id: `${MARKS.player} + i % ${buyers}` },
    }),
  ]);
  await filler.run(
    `update purchase_sequence set next_number = ${purchases + 1}, last_verified_at = ${begun + YEAR_MS}
      where game_index = ${app.gameIndex} and appid = '${app.appid}'`,
  );
}

async function fillRestrictions(
  filler: Filler,
  { restriction, registered }: Sample,
  { app, restrictions, begun }: Filled,
): Promise<void> {
  const ends = `${FIRST_END} + i * 1000`;
  const marks = { [MARKS.end]: filler.dateOf(ends) };
  const player = `${MARKS.player} + i`;
  const at = `${begun} + i * ${YEAR_MS} / ${restrictions}`;
  await filler.refill('restricted_player', [
    copies(filler, 'restricted_player', restrictions, restriction, {
      marks,
      columns: { player_id: player, ends_at: ends, changed_at: at, since_seq: 'i' },
    }),
  ]);
  const changed = Math.round(restrictions * CHANGED);
  await filler.refill('restriction_history', [
    copies(filler, 'restriction_history', restrictions, registered, {
      marks,
      columns: { player_id: player, seq: 'i', at },
    }),
    copies(
      filler,
      'restriction_history',
      changed,
      { ...registered, action: 'changed', before_change: registered.after_change ?? null },
      {
        marks,
        columns: { player_id: player, seq: `${restrictions} + i`, at: String(begun + YEAR_MS) },
      },
    ),
  ]);
  await filler.run(
    `update change_sequence set last_seq = ${restrictions + changed}
      where game_index = ${app.gameIndex} and channel = 'restriction'`,
  );
  await filler.run('delete from outbox');
}

interface Differences {
  /** SQL for each text that stands for something else in the sample. */
  readonly marks: Readonly<Record<string, string>>;
  /** SQL for whole columns. */
  readonly columns: Readonly<Record<string, string>>;
}

/** An insert of `count` copies, numbered `i` from 1 on. Whatever columns the sample has, the copies have. */
function copies(
  filler: Filler,
  table: string,
  count: number,
  sample: Row,
  { marks, columns }: Differences,
): string {
  const given = Object.entries(sample).filter(([, value]) => value !== null);
  const values = given.map(([name, value]) => columns[name] ?? literal(value, marks));
  return `insert into ${table} (${given.map(([name]) => name)}) select ${values.join(', ')}
    from ${filler.numbers(count)}`;
}

function literal(value: Row[string], marks: Differences['marks']): string {
  if (typeof value !== 'string') return String(value);
  let sql = `'${value.replaceAll("'", "''")}'`;
  for (const [mark, replacement] of Object.entries(marks)) {
    if (value.includes(mark)) sql = `replace(${sql}, '${mark}', ${replacement})`;
  }
  return sql;
}

const idFrom = (first: string): string => `cast(${first} + i as text)`;

const accountSql = (first: string, number: string): string =>
  `'${first}0000000-0000-4000-8000-' || substr(cast(1000000000000 + ${number} as text), 2)`;

/** What `accountSql` makes. */
export const buyerAccount = (buyer: number): string =>
  `b0000000-0000-4000-8000-${String(buyer).padStart(12, '0')}`;

export const buyerOf = (purchase: number, { buyers }: Pick<Filled, 'buyers'>): number =>
  (purchase * STRIDE) % buyers;
