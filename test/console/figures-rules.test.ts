// What decides on the console's figures: days and periods, exact decimals, axes, definitions and colours.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { roundUpSeconds, ticksBetween } from '../../console/src/charts/scale.ts';
import { extentOf, figureOf, type Series } from '../../console/src/charts/series.ts';
import {
  addMonths,
  automaticStep,
  comparedDays,
  daysIn,
  daysOf,
  periodsOf,
  stepsFor,
} from '../../console/src/pages/figures/days.ts';
import { DEFINITIONS, RULES } from '../../console/src/pages/figures/definitions.ts';
import {
  keysOf,
  listFilters,
  namedPeriods,
  purchasesQuery,
  runningKey,
} from '../../console/src/pages/figures/periods.ts';
import { levelsOf, sumsOf } from '../../console/src/pages/figures/values.ts';
import { decimalOf, microsOf, shareOf } from '../../console/src/sales/decimal.ts';
import { momentsOf } from '../../console/src/sales/window.ts';

const ROOT = join(import.meta.dirname, '../..');
const days = (from: string, to: string) => ({ from, to });

describe('days', () => {
  test('presets end today; twelve months are whole, so that they are twelve', () => {
    const of = (preset: Parameters<typeof daysOf>[0]) =>
      daysOf(preset, '2026-03-31', days('2026-02-01', '2026-02-28'));
    assert.deepEqual(of('7d'), days('2026-03-25', '2026-03-31'));
    assert.deepEqual(of('30d'), days('2026-03-02', '2026-03-31'));
    assert.deepEqual(of('90d'), days('2026-01-01', '2026-03-31'));
    assert.deepEqual(of('12m'), days('2025-03-01', '2026-02-28'));
    // Cohorts are not added up: the month that is not over is one of them.
    assert.deepEqual(
      daysOf('12m', '2026-03-31', days('', ''), true),
      days('2025-04-01', '2026-03-31'),
    );
    assert.deepEqual(of('month'), days('2026-03-01', '2026-03-31'));
    assert.deepEqual(of('own'), days('2026-02-01', '2026-02-28'));
  });

  test('days that do not exist, are backwards or too many are none', () => {
    for (const [from, to] of [
      ['', '2026-01-01'],
      ['2026-02-30', '2026-03-01'],
      ['2026-03-02', '2026-03-01'],
      ['2020-01-01', '2026-01-01'],
    ] as const) {
      assert.equal(daysOf('own', '2026-03-31', days(from, to)), undefined, `${from} ${to}`);
    }
  });

  test('months later is the same day, or the last of a shorter month', () => {
    assert.equal(addMonths('2026-03-31', -1), '2026-02-28');
    assert.equal(addMonths('2024-02-29', -12), '2023-02-28');
    assert.equal(addMonths('2026-11-15', 2), '2027-01-15');
  });

  test('periods are whole, weeks begin on Mondays', () => {
    assert.deepEqual(periodsOf(days('2026-11-15', '2026-11-17'), 'week'), [
      '2026-11-09',
      '2026-11-16',
    ]);
    assert.deepEqual(periodsOf(days('2026-01-31', '2026-03-01'), 'month'), [
      '2026-01-01',
      '2026-02-01',
      '2026-03-01',
    ]);
    assert.deepEqual(daysIn('month', '2026-02-01', '2026-12-31'), days('2026-02-01', '2026-02-28'));
    assert.deepEqual(daysIn('week', '2026-11-16', '2026-11-17'), days('2026-11-16', '2026-11-17'));
  });

  test('the steps are those that the service answers for', () => {
    const long = days('2026-01-01', '2026-12-31');
    const short = days('2026-11-14', '2026-11-15');
    assert.deepEqual(stepsFor(short, true, false), ['hour', 'day', 'week', 'month']);
    assert.deepEqual(stepsFor(short, false, false), ['day', 'week', 'month']);
    assert.deepEqual(stepsFor(long, true, false), ['day', 'week', 'month']);
    assert.deepEqual(stepsFor(long, true, true), ['week', 'month']);
    assert.deepEqual(
      [automaticStep(short, true), automaticStep(short, false), automaticStep(long, true)],
      ['hour', 'day', 'month'],
    );
  });

  test('the compared days are as long, or a year earlier', () => {
    const november = days('2026-11-01', '2026-11-15');
    assert.deepEqual(comparedDays(november, 'day', 'before'), days('2026-10-17', '2026-10-31'));
    assert.deepEqual(comparedDays(november, 'day', 'year'), days('2025-11-01', '2025-11-15'));
    assert.deepEqual(comparedDays(november, 'week', 'year'), days('2025-10-27', '2025-11-16'));
    const half = days('2026-01-01', '2026-06-30');
    assert.deepEqual(comparedDays(half, 'month', 'before'), days('2025-07-01', '2025-12-31'));
  });
});

describe('periods on a clock', () => {
  const hours = (timeZone: string, day: string) =>
    keysOf({ days: days(day, day), step: 'hour', timeZone });

  test('the day on which clocks change has 23 or 25 hours', () => {
    assert.equal(hours('America/New_York', '2026-03-08').length, 23);
    assert.equal(hours('America/New_York', '2026-11-01').length, 25);
    assert.equal(hours('Asia/Seoul', '2026-11-01')[0], '2026-10-31T15:00:00.000Z');
    // Lord Howe goes back by half an hour at two: the hour from half past one lasts on, the next is full.
    assert.deepEqual(hours('Australia/Lord_Howe', '2026-04-05').slice(0, 4), [
      '2026-04-04T13:00:00.000Z',
      '2026-04-04T14:00:00.000Z',
      '2026-04-04T14:30:00.000Z',
      '2026-04-04T15:30:00.000Z',
    ]);
  });

  test('an item belongs to its period; what has none is zero, or not known', () => {
    const range = {
      days: days('2026-11-14', '2026-11-16'),
      step: 'day',
      timeZone: 'Asia/Seoul',
    } as const;
    const items = [
      { at: '2026-11-13T15:00:00.000Z', value: 1n },
      { at: '2026-11-14T15:00:00.000Z', value: 2n },
      { at: '2026-11-14T15:00:00.000Z', value: 3n },
      { at: '2026-12-14T15:00:00.000Z', value: 9n },
    ];
    const pick = ({ value }: { readonly value: bigint }) => value;
    assert.deepEqual(sumsOf(items, range, pick), [1n, 5n, 0n]);
    assert.deepEqual(levelsOf(items, range, pick), [1n, 3n, undefined]);
    assert.equal(
      purchasesQuery(range, '2026-11-15', listFilters('market', 'APPLE')),
      'span=own&from=2026-11-15+00%3A00%3A00&to=2026-11-15+23%3A59%3A59&sort=-purchased_at&test=N&provider=APPLE',
    );
    const hour = { ...range, step: 'hour' } as const;
    assert.equal(
      purchasesQuery(hour, '2026-11-14T15:00:00.000Z', { reported: 'Y' }),
      'span=own&from=2026-11-15+00%3A00%3A00&to=2026-11-15+00%3A59%3A59&sort=-purchased_at&test=N&reported=Y',
    );
    assert.deepEqual(listFilters('product', 'gems'), { product_id: 'gems' });
    assert.deepEqual(listFilters('country', 'KR'), { country: 'KR' });
    assert.deepEqual(listFilters('market', undefined), {});
  });

  test('the last second of a list belongs to it to its end', () => {
    const list = Object.fromEntries(
      new URLSearchParams(
        purchasesQuery(
          { days: days('2026-11-14', '2026-11-14'), step: 'day', timeZone: 'Asia/Seoul' },
          '2026-11-14',
        ),
      ),
    ) as { span: string; from: string; to: string };
    assert.deepEqual(momentsOf(list, 'Asia/Seoul'), {
      from: '2026-11-13T15:00:00.000Z',
      to: '2026-11-14T14:59:59.999Z',
    });
  });

  test('names fit the step', () => {
    const names = (step: 'day' | 'week' | 'month', from: string, to: string) =>
      namedPeriods({ days: days(from, to), step, timeZone: 'Asia/Seoul' }, 'en')[0];
    assert.deepEqual(names('day', '2026-11-15', '2026-11-15'), {
      key: '2026-11-15',
      short: 'Nov 15',
      long: 'Sun, Nov 15, 2026',
    });
    assert.equal(names('week', '2026-11-11', '2026-11-12')?.long, 'Nov 9, 2026 – Nov 12, 2026');
    assert.equal(names('month', '2026-11-01', '2026-11-15')?.short, 'Nov');
    assert.equal(names('month', '2025-01-01', '2026-11-15')?.short, 'Jan 25');
  });
});

test('the period that is not over is known, in days, weeks, months and hours', () => {
  const now = Date.parse('2026-11-15T12:34:00Z');
  const running = (step: 'hour' | 'day' | 'week' | 'month', from: string, to: string) =>
    runningKey({ days: days(from, to), step, timeZone: 'Asia/Seoul' }, '2026-11-15', now);
  assert.equal(running('day', '2026-11-09', '2026-11-15'), '2026-11-15');
  assert.equal(running('week', '2026-10-01', '2026-11-15'), '2026-11-09');
  assert.equal(running('month', '2026-01-01', '2026-11-15'), '2026-11-01');
  assert.equal(running('hour', '2026-11-15', '2026-11-15'), '2026-11-15T12:00:00.000Z');
  assert.equal(running('day', '2026-11-01', '2026-11-14'), undefined);
  assert.equal(running('month', '2025-11-01', '2026-10-31'), undefined);
});

describe('exact numbers', () => {
  test('decimal text there and back, however long', () => {
    for (const text of ['0', '9.99', '-0.01', '1.234', '92233720368547758.07', '-123456789']) {
      assert.equal(decimalOf(microsOf(text)), text);
    }
    assert.equal(microsOf('1.50') + microsOf('-2.00'), -500_000n);
  });

  test('shares have four decimals, rounded half up; of nothing there is none', () => {
    assert.equal(shareOf(1n, 3n), 333_300n);
    assert.equal(shareOf(2n, 3n), 666_700n);
    assert.equal(shareOf(1n, 20_000n), 100n);
    assert.equal(shareOf(-1n, 4n), -250_000n);
    assert.equal(shareOf(1n, 0n), undefined);
  });
});

describe('charts', () => {
  const series = (values: Series['values'], more: Partial<Series> = {}): Series => ({
    label: 'x',
    color: 'x',
    values,
    ...more,
  });

  test('bars stack away from the axis; a reversed refund stands above it', () => {
    const all = [
      series([10n, 5n]),
      series([4n, -3n], { isBelow: true }),
      series([undefined, 12n], { as: 'line' }),
    ];
    assert.deepEqual(extentOf(all, 2), { above: 12, below: 4 });
    assert.deepEqual(extentOf([series([-7n])], 1), { above: 0, below: 7 });
    assert.deepEqual(all.map(figureOf), [15n, 1n, 12n]);
    assert.equal(figureOf(series([1n], { figure: null })), null);
  });

  test('axes have round numbers and contain everything', () => {
    assert.deepEqual(ticksBetween(0, 0, 1), [0, 1]);
    assert.deepEqual(ticksBetween(0, 7, 1), [0, 2, 4, 6, 8]);
    assert.deepEqual(ticksBetween(3, 7, 1), [-5, 0, 5, 10]);
    assert.deepEqual(ticksBetween(9, 0, 1), [-10, -5, 0]);
    const minutes = (...all: number[]) => all.map((each) => 60 * each);
    assert.deepEqual(ticksBetween(0, 1_990, 1, roundUpSeconds), minutes(0, 10, 20, 30, 40));
    assert.deepEqual(ticksBetween(0, 3 * 86_400, 1, roundUpSeconds), [
      ...[0, 86_400, 2 * 86_400, 3 * 86_400],
    ]);
    assert.deepEqual(ticksBetween(0, 30 * 86_400, 1, roundUpSeconds).at(1), 10 * 86_400);
    for (const [below, above] of [
      [0, 1e18],
      [1e15, 3],
      [0.004, 0.3],
    ] as const) {
      const ticks = ticksBetween(below, above, 1e-6);
      assert.ok(ticks.length <= 7 && (ticks[0] ?? 1) <= -below && (ticks.at(-1) ?? 0) >= above);
    }
  });
});

test('the definitions are the sentences of the documentation', () => {
  const page = readFileSync(join(ROOT, 'docs/figures.md'), 'utf8');
  const section = (title: string): string =>
    page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = (title: string) =>
    [...section(title).matchAll(/^\| (`.*?) \| (.*) \|$/gm)].map(([, fields, text]) => [
      fields,
      text,
    ]);
  const titles = {
    revenue: 'Revenue',
    payers: 'Payers',
    subscriptions: 'Subscriptions',
    verification: 'Verification',
    restrictions: 'Restrictions',
  } as const;
  for (const name of Object.keys(titles) as (keyof typeof titles)[]) {
    const defined = Object.values(DEFINITIONS[name]).map(({ fields, text }) => [
      fields.map((field) => `\`${field}\``).join(', '),
      text.en,
    ]);
    assert.deepEqual(defined, rows(titles[name]), titles[name]);
  }
  const cohorts = Object.values(DEFINITIONS.cohorts).map(({ text }) => text.en);
  assert.equal(section('Cohorts').trim(), cohorts.join(' '));
  assert.deepEqual(
    section('Rules for all figures')
      .split('\n')
      .filter((line) => line.startsWith('- ')),
    RULES.map(({ en }) => `- ${en}`),
  );
});
