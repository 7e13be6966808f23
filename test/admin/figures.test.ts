// Figures in the admin API: whole answers, comparison, one reporting currency, CSV, and what is refused.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openLedger } from '../payment/queries/records.ts';
import { EITHER } from '../support/databases.ts';
import { START, suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin } from './caller.ts';

const noDay = (day: string): string =>
  `EUR: the day is "${day}". Use one that exists, as YYYY-MM-DD.`;
const noRate = (rate: string): string =>
  `the rate is "${rate}". Use a number greater than 0, such as 0.00072, with at most 9 digits before the point and 12 after it.`;

const DAY = 86_400_000;
const midnight = (day: string): string => `${day}T00:00:00.000Z`;

const money = (currency: string, purchases: number, gross: string, more: object = {}) => ({
  currency,
  purchases,
  gross,
  refunds: 0,
  refunded: gross.replace(/\d/g, '0').replace(/^0+/, '0'),
  disputes: 0,
  disputed: gross.replace(/\d/g, '0').replace(/^0+/, '0'),
  net: gross,
  cancelled: 0,
  ...more,
});

suite(
  'figures in the admin API',
  (gate) => {
    const read = async (appid: string, path: string) =>
      admin(gate, 'GET', `/apps/${appid}/figures/${path}`);

    async function openShop() {
      const ledger = await openLedger(gate);
      const [one, two] = [randomUUID(), randomUUID()];
      const buy = (day: number, price: string, currency: string, more: object = {}) =>
        ledger.record({ price, currency, purchased_at: START + day * DAY, ...more });
      await buy(-3, '5.00', 'USD', { account_uuid: one });
      await buy(-1, '9.99', 'USD', { account_uuid: one, product_id: 'gems' });
      await buy(-1, '1500', 'KRW', { account_uuid: two, provider: 'GOOGLE', country: 'KR' });
      await buy(0, '9.99', 'USD', { account_uuid: one, refunded: true });
      await gate.service.payment.figures.turn();
      return ledger.app;
    }
    const refund = { refunds: 1, refunded: '9.99', net: '0.00', cancelled: 1 };

    test('revenue by market, beside the days before', async () => {
      const { appid } = await openShop();
      const query = 'from=2026-11-14&to=2026-11-15&step=day&by=market&compare=before';
      const { status, body } = await read(appid, `revenue?${query}`);
      assert.equal(status, 200);
      assert.deepEqual(body, {
        time_zone: 'UTC',
        step: 'day',
        is_current: true,
        from: midnight('2026-11-14'),
        to: midnight('2026-11-16'),
        items: [
          { at: midnight('2026-11-14'), value: 'APPLE', ...money('USD', 1, '9.99') },
          { at: midnight('2026-11-14'), value: 'GOOGLE', ...money('KRW', 1, '1500') },
          { at: midnight('2026-11-15'), value: 'APPLE', ...money('USD', 1, '9.99', refund) },
        ],
        totals: [
          { value: 'APPLE', ...money('USD', 2, '19.98', { ...refund, net: '9.99' }) },
          { value: 'GOOGLE', ...money('KRW', 1, '1500') },
        ],
        compared: {
          from: midnight('2026-11-12'),
          to: midnight('2026-11-14'),
          items: [{ at: midnight('2026-11-12'), value: 'APPLE', ...money('USD', 1, '5.00') }],
          totals: [{ value: 'APPLE', ...money('USD', 1, '5.00') }],
        },
        reporting: [],
      });
    });

    test('of many products the largest are shown, and the others together', async () => {
      const ledger = await openLedger(gate);
      for (let product = 0; product < 22; product += 1) {
        const fields = { product_id: `p${product}`, price: '1.00', purchased_at: START };
        await ledger.record(fields);
        if (product < 20) await ledger.record(fields);
      }
      await gate.service.payment.figures.turn();
      const query = 'from=2026-11-15&to=2026-11-15&step=day&by=product';
      const { body } = await read(ledger.app.appid, `revenue?${query}`);
      assert.equal(body.totals.length, 21);
      assert.deepEqual(body.totals.at(-1), { value: null, ...money('USD', 2, '2.00') });
    });

    test('one reporting currency by the rates that were entered; what has none stays apart', async () => {
      const { appid, gameIndex } = await openShop();
      const query = 'from=2026-11-12&to=2026-11-15&step=month&currency=EUR';
      const before = await read(appid, `revenue?${query}`);
      assert.deepEqual(
        before.body.totals.map((each: { currency: string }) => each.currency),
        ['USD', 'KRW'],
      );
      const rates = [
        { currency: 'USD', day: '2026-11-14', rate: '0.9251' },
        { currency: 'KRW', day: '2026-01-01', rate: '0.00062' },
      ];
      const path = `/projects/${gameIndex}/rates`;
      const saved = await admin(gate, 'PUT', path, { reporting: 'EUR', rates });
      assert.deepEqual([saved.status, saved.body], [200, { rates: 2 }]);
      const listed = await admin(gate, 'GET', `${path}?reporting=EUR`);
      assert.deepEqual(listed.body, { items: [rates[1], rates[0]] });
      const { body } = await read(appid, `revenue?${query}`);
      assert.deepEqual([before.body.reporting, body.reporting], [[], ['EUR']]);
      // 9.99 × 0.9251 × 2 + 1500 × 0.00062 = 19.413498; the 5.00 USD of the 12th are before the first rate.
      assert.deepEqual(body.totals, [
        {
          value: null,
          ...money('EUR', 3, '19.41', { ...refund, refunded: '9.24', net: '10.17' }),
        },
        { value: null, ...money('USD', 1, '5.00') },
      ]);
    });

    test('by the currency that was paid in, in one reporting currency', async () => {
      const { appid, gameIndex } = await openShop();
      const rates = [
        { currency: 'KRW', day: '2026-01-01', rate: '0.00072' },
        { currency: 'EUR', day: '2026-01-01', rate: '1.1' },
      ];
      await admin(gate, 'PUT', `/projects/${gameIndex}/rates`, { reporting: 'USD', rates });
      const query = 'from=2026-11-12&to=2026-11-15&step=month&by=currency&currency=USD';
      const { body } = await read(appid, `revenue?${query}`);
      assert.deepEqual(body.totals, [
        { value: 'KRW', ...money('USD', 1, '1.08') },
        { value: 'USD', ...money('USD', 3, '24.98', { ...refund, net: '14.99' }) },
      ]);
    });

    test('revenue of a project: each app on its own clock, by app or together', async () => {
      const { appid, gameIndex } = await openShop();
      const other = await gate.createApp({ gameIndex, timeZone: 'Asia/Seoul' });
      const { payment } = gate.service;
      const ledger = await openLedger(gate, other);
      // 00:30 of the 15th in Seoul.
      const purchased_at = Date.parse('2026-11-14T15:30:00Z');
      await ledger.record({ price: '2.00', product_id: 'gems', purchased_at });
      await payment.figures.turn();
      const ask = (more: string) =>
        admin(gate, 'GET', `/projects/${gameIndex}/figures/revenue${more}`);
      const query = '?from=2026-11-14&to=2026-11-15&step=day';
      const { status, body } = await ask(`${query}&by=app&compare=before`);
      assert.equal(status, 200);
      const [first, second] = [appid, other.appid].sort() as [string, string];
      const lines = (day: string) =>
        ({
          '2026-11-14': [
            { at: day, value: appid, ...money('KRW', 1, '1500') },
            { at: day, value: appid, ...money('USD', 1, '9.99') },
          ],
          '2026-11-15': [
            { at: day, value: appid, ...money('USD', 1, '9.99', refund) },
            { at: day, value: other.appid, ...money('USD', 1, '2.00') },
          ].sort((one, two) => (one.value < two.value ? -1 : 1)),
        })[day];
      const totals = {
        [appid]: [
          { value: appid, ...money('USD', 2, '19.98', { ...refund, net: '9.99' }) },
          { value: appid, ...money('KRW', 1, '1500') },
        ],
        [other.appid]: [{ value: other.appid, ...money('USD', 1, '2.00') }],
      };
      assert.deepEqual(body, {
        step: 'day',
        is_current: true,
        from: '2026-11-14',
        to: '2026-11-16',
        items: [...(lines('2026-11-14') ?? []), ...(lines('2026-11-15') ?? [])],
        totals: [...(totals[first] ?? []), ...(totals[second] ?? [])],
        compared: {
          from: '2026-11-12',
          to: '2026-11-14',
          items: [{ at: '2026-11-12', value: appid, ...money('USD', 1, '5.00') }],
          totals: [{ value: appid, ...money('USD', 1, '5.00') }],
        },
        reporting: [],
      });
      const rates = [{ currency: 'KRW', day: '2026-01-01', rate: '0.001' }];
      await admin(gate, 'PUT', `/projects/${gameIndex}/rates`, { reporting: 'USD', rates });
      const converted = await ask(`${query}&currency=USD`);
      assert.deepEqual(
        [converted.body.reporting, converted.body.totals],
        [['USD'], [{ value: null, ...money('USD', 4, '23.48', { ...refund, net: '13.49' }) }]],
      );
      const products = await ask(`${query}&by=product`);
      assert.deepEqual(
        products.body.totals.map((line: { value: string; purchases: number }) => [
          line.value,
          line.purchases,
        ]),
        [
          ['gems.100', 1],
          ['gems.100', 1],
          ['gems', 2],
        ],
      );
      const file = await ask(`/file${query}`);
      assert.equal(
        file.body,
        [
          'at,value,currency,purchases,gross,refunds,refunded,disputes,disputed,net,cancelled',
          '2026-11-14,,KRW,1,1500,0,0,0,0,1500,0',
          '2026-11-14,,USD,1,9.99,0,0.00,0,0.00,9.99,0',
          '2026-11-15,,USD,2,11.99,1,9.99,0,0.00,2.00,1',
          '',
        ].join('\r\n'),
      );
      const none = await admin(gate, 'GET', `/projects/999999999/figures/revenue${query}`);
      assert.equal(none.status, 404);
      const hours = await ask('?from=2026-11-14&to=2026-11-15&step=hour');
      assert.deepEqual(
        [hours.status, hours.body.detail],
        [400, 'Figures of a project are counted by day, week or month.'],
      );
    });

    test('payers count once, and what was paid in a currency is shared by those who paid in it', async () => {
      const { appid } = await openShop();
      const { status, body } = await read(
        appid,
        'payers?from=2026-11-01&to=2026-11-15&step=month&compare=before',
      );
      assert.equal(status, 200);
      assert.deepEqual(body, {
        time_zone: 'UTC',
        step: 'month',
        is_current: true,
        items: [
          {
            at: midnight('2026-11-01'),
            payers: 2,
            first_payers: 2,
            repeat_payers: 1,
            repeat_rate: '0.5000',
            revenue: [
              { currency: 'USD', gross: '24.98', paid_by: 1, per_payer: '24.98' },
              { currency: 'KRW', gross: '1500', paid_by: 1, per_payer: '1500' },
            ],
          },
        ],
        from: midnight('2026-11-01'),
        to: midnight('2026-12-01'),
        range: { payers: 2, first_payers: 2 },
        lifetime: {
          payers: 2,
          revenue: [
            { currency: 'USD', net: '14.99', paid_by: 1, per_payer: '14.99' },
            { currency: 'KRW', net: '1500', paid_by: 1, per_payer: '1500' },
          ],
        },
        compared: {
          from: midnight('2026-10-01'),
          to: midnight('2026-11-01'),
          items: [
            {
              at: midnight('2026-10-01'),
              payers: 0,
              first_payers: 0,
              repeat_payers: 0,
              repeat_rate: null,
              revenue: [],
            },
          ],
          range: { payers: 0, first_payers: 0 },
        },
      });
    });

    test('in a range of several periods a player counts once', async () => {
      const { appid } = await openShop();
      const ask = async (from: string, to: string) =>
        (await read(appid, `payers?from=${from}&to=${to}&step=day`)).body.range;
      // The first one paid on the 12th, 14th and 15th, the second one on the 14th.
      assert.deepEqual(await ask('2026-11-12', '2026-11-15'), { payers: 2, first_payers: 2 });
      assert.deepEqual(await ask('2026-11-13', '2026-11-15'), { payers: 2, first_payers: 1 });
      assert.deepEqual(await ask('2026-11-15', '2026-11-15'), { payers: 1, first_payers: 0 });
      assert.deepEqual(await ask('2026-11-13', '2026-11-13'), { payers: 0, first_payers: 0 });
    });

    test('rates from a file: each wrong line is named, and nothing is saved', async () => {
      const { gameIndex } = await gate.createApp();
      const post = async (csv: string) => {
        const path = `/projects/${gameIndex}/rates/import`;
        const { status, body } = await admin(gate, 'POST', path, { reporting: 'USD', csv });
        return [status, status === 200 ? body : body.detail];
      };
      const head = 'currency,day,rate\n';
      assert.deepEqual(await post('currency,rate\nEUR,1.08\n'), [
        400,
        'The first line must name currency, day, rate.',
      ]);
      assert.deepEqual(await post(head), [400, 'The file has no rates.']);
      assert.deepEqual(await post(`${head}EUR,2026-02-30,1.08\nKRW,2026-11-01,0\n`), [
        400,
        `Line 2: ${noDay('2026-02-30')} Line 3: KRW 2026-11-01: ${noRate('0')}`,
      ]);
      assert.deepEqual(await post(`${head}EUR,2026-11-01,"1.08\n`), [
        400,
        'A quoted cell has no closing quote.',
      ]);
      assert.deepEqual(await post(`${head}EUR,2026-11-01,1.08\n`), [200, { rates: 1 }]);
      const listed = await admin(gate, 'GET', `/projects/${gameIndex}/rates?reporting=USD`);
      assert.deepEqual(listed.body, {
        items: [{ currency: 'EUR', day: '2026-11-01', rate: '1.08' }],
      });
    });

    test('a short range has hours by default where there are hours, else days; a long one months', async () => {
      const { appid } = (await openLedger(gate)).app;
      const days = ['2026-11-15', '2026-11-16', '2026-11-17'].map(
        (to) => `from=2026-11-15&to=${to}`,
      );
      const steps = async (path: string, ranges: readonly string[]) =>
        Promise.all(ranges.map(async (range) => (await read(appid, `${path}?${range}`)).body.step));
      const long = ['from=2026-01-01&to=2026-04-02', 'from=2026-01-01&to=2026-04-03'];
      assert.deepEqual(await steps('revenue', [...days, ...long]), [
        ...['hour', 'hour', 'day'],
        ...['day', 'month'],
      ]);
      for (const path of ['payers', 'subscriptions']) {
        assert.deepEqual(await steps(path, [...days, ...long]), [
          ...['day', 'day', 'day'],
          ...['day', 'month'],
        ]);
      }
    });

    test('each figure is also a CSV file', async () => {
      const { appid } = await openShop();
      const range = 'from=2026-11-14&to=2026-11-15';
      const revenue = await read(appid, `revenue/file?${range}&step=day`);
      assert.equal(revenue.headers['content-type'], 'text/csv; charset=utf-8');
      assert.equal(
        revenue.headers['content-disposition'],
        `attachment; filename="revenue-${appid}.csv"`,
      );
      assert.equal(
        revenue.body,
        [
          'at,value,currency,purchases,gross,refunds,refunded,disputes,disputed,net,cancelled',
          '2026-11-14T00:00:00.000Z,,KRW,1,1500,0,0,0,0,1500,0',
          '2026-11-14T00:00:00.000Z,,USD,1,9.99,0,0.00,0,0.00,9.99,0',
          '2026-11-15T00:00:00.000Z,,USD,1,9.99,1,9.99,0,0.00,0.00,1',
          '',
        ].join('\r\n'),
      );
      const payers = await read(appid, `payers/file?${range}&step=day`);
      assert.equal(
        payers.body,
        [
          'at,payers,first_payers,repeat_payers,repeat_rate,currency,gross,paid_by,per_payer',
          '2026-11-14T00:00:00.000Z,2,1,0,0.0000,KRW,1500,1,1500',
          '2026-11-14T00:00:00.000Z,2,1,0,0.0000,USD,9.99,1,9.99',
          '2026-11-15T00:00:00.000Z,1,0,0,0.0000,USD,9.99,1,9.99',
          '',
        ].join('\r\n'),
      );
      const subscriptions = await read(appid, `subscriptions/file?${range}&step=month`);
      assert.equal(subscriptions.body.split('\r\n')[1], `${midnight('2026-11-01')}${EMPTY}`);
      const cohorts = await read(appid, `cohorts/file?${range}`);
      assert.equal(cohorts.body, 'month,subscribers,currency,paid_by\r\n');
    });

    test('what cannot be answered is refused with a sentence', async () => {
      const { appid, gameIndex } = await gate.createApp();
      const refused = async (path: string) => {
        const { status, body } = await read(appid, path);
        return [status, body.detail];
      };
      const range = 'from=2026-11-01&to=2026-11-15';
      assert.deepEqual(await refused('revenue?from=2026-02-30&to=2026-11-15'), [
        400,
        '2026-02-30 is not a day. Use YYYY-MM-DD.',
      ]);
      assert.deepEqual(await refused('revenue?from=2026-11-15&to=2026-11-14'), [
        400,
        'to must be from or later, and at most 1100 days after it.',
      ]);
      assert.deepEqual(await refused('revenue?from=2026-01-01&to=2026-11-14&step=hour'), [
        400,
        'Hours are for at most 31 days. Ask for days.',
      ]);
      assert.deepEqual(await refused(`revenue?${range}&step=hour&by=product`), [
        400,
        'Hours are kept in total and by market. Ask for days by product.',
      ]);
      assert.deepEqual(await refused('revenue?from=2026-01-01&to=2026-11-14&step=day&by=country'), [
        400,
        'Days by country are for at most 92 days. Ask for weeks or months.',
      ]);
      assert.deepEqual(await refused(`revenue?${range}&currency=ABC`), [
        400,
        'ABC is not a currency. Use a code of ISO 4217.',
      ]);
      assert.deepEqual(await refused(`payers?${range}&step=hour`), [
        400,
        'Payers are counted by day, week or month.',
      ]);
      assert.deepEqual(await refused(`subscriptions?${range}&step=hour`), [
        400,
        'Subscriptions are counted by day, week or month.',
      ]);
      assert.equal((await read('nobody', `revenue?${range}`)).status, 404);
      const save = async (currency: string, day: string, rate: string) => {
        const body = { reporting: 'USD', rates: [{ currency, day, rate }] };
        const answer = await admin(gate, 'PUT', `/projects/${gameIndex}/rates`, body);
        return [answer.status, answer.body.detail];
      };
      for (const currency of ['ABC', 'eur', 'Empty text']) {
        assert.deepEqual(await save(currency.replace('Empty text', ''), '2026-11-15', '1'), [
          400,
          `Rate 1: ${currency} is not a currency. Use a code of ISO 4217.`,
        ]);
      }
      for (const day of ['2026-02-30', '2026-2-3', 'today', '']) {
        assert.deepEqual(await save('EUR', day, '1'), [400, `Rate 1: ${noDay(day)}`]);
      }
      for (const rate of ['0', '0.000', '-1', 'abc', '', '1e-5', '1,08', '0.0000000000001']) {
        assert.deepEqual(await save('EUR', '2026-02-28', rate), [
          400,
          `Rate 1: EUR 2026-02-28: ${noRate(rate)}`,
        ]);
      }
      const some = [...Array(25).keys()].map((day) => ({
        currency: 'KRW',
        day: `2026-11-${String(day + 1).padStart(2, '0')}`,
        rate: day === 0 ? '0.00072' : 'x',
      }));
      const body = { reporting: 'USD', rates: some };
      const many = await admin(gate, 'PUT', `/projects/${gameIndex}/rates`, body);
      const named = some
        .slice(1, 21)
        .map(({ day }, index) => `Rate ${index + 2}: KRW ${day}: ${noRate('x')} `);
      const { detail, errors } = many.body;
      assert.deepEqual([many.status, detail], [400, `${named.join('')}And 4 more.`]);
      assert.deepEqual(errors, [{ field: 'rates', message: detail }]);
      const listed = await admin(gate, 'GET', `/projects/${gameIndex}/rates?reporting=USD`);
      assert.deepEqual(listed.body, { items: [] });
    });

    test('figures that are behind say so', async () => {
      const ledger = await openLedger(gate);
      await ledger.record({ purchased_at: START });
      const ask = () => read(ledger.app.appid, 'revenue?from=2026-11-15&to=2026-11-15&step=day');
      assert.equal((await ask()).body.is_current, false);
      await gate.service.payment.figures.turn();
      const { body } = await ask();
      assert.deepEqual([body.is_current, body.totals.length], [true, 1]);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);

/** Ten counts, two rates of nothing among them, four endings and no MRR. */
const EMPTY = ',0,0,0,0,0,0,0,0,0,0,,0,0,,0,0,0,0,,,,,,,';
