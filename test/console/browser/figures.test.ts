// Figures in the console: what tiles, charts and tables show is what the API answers; links, files, keys, rates, paper.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { newMember, newOwner, signIn } from '../../admin/visitor.ts';
import { openLedger } from '../../payment/queries/records.ts';
import { makeYear } from '../../prove/figures-year.ts';
import { newPlayer, registerType, restrict } from '../../restriction/players.ts';
import { browserSuite } from '../../support/browser.ts';
import { START } from '../../support/harness.ts';
import { until } from '../../support/process.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Runs in the page, on a phone: the page is no wider than the window, the table is. */
const ONLY_TABLE_SCROLLS = `document.documentElement.scrollWidth <= 390
  && document.querySelector('main section[tabindex] table').scrollWidth > 390`;

/** Runs in the page: the width that each chart has, and that of its picture, in the first frame after a change. */
const CHART_WIDTHS = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(
  [...document.querySelectorAll('[role=slider]')].map((chart) => [
    Math.round(chart.clientWidth),
    Math.round(chart.querySelector('svg').getBoundingClientRect().width),
  ])))))`;

browserSuite(
  'figures in the console',
  (gate, browser) => {
    /** A week with two currencies and markets, and a refund. */
    async function openShop() {
      const ledger = await openLedger(gate);
      const [one, two] = [randomUUID(), randomUUID()];
      const buy = (day: number, price: string, currency: string, more: object = {}) =>
        ledger.record({ price, currency, purchased_at: START + day * DAY, ...more });
      await buy(-9, '5.00', 'USD', { account_uuid: one });
      await buy(-3, '1234567.89', 'USD', { account_uuid: one, product_id: 'gems' });
      await buy(-1, '9.99', 'USD', { account_uuid: one, provider: 'GOOGLE' });
      await buy(-1, '9.99', 'USD', { account_uuid: two });
      // In the last half second of its day.
      const last = { purchased_at: START - DAY / 2 - 500 };
      await buy(-1, '1500', 'KRW', {
        account_uuid: two,
        provider: 'GOOGLE',
        country: 'KR',
        ...last,
      });
      await buy(-1, '9.99', 'USD', { test: 1 });
      await buy(0, '0.99', 'USD', { account_uuid: two, refunded: true });
      await buy(0, '0.99', 'USD', { test: 1, refunded: true });
      await gate.service.payment.figures.turn();
      return ledger.app;
    }

    test('revenue: what was turned away comes by itself, or says when to ask again; tiles and files are the answer of the API; bars, keys and tables lead to the purchases', async () => {
      const { appid } = await openShop();
      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(await newOwner(gate));
      const detail = 'You have asked for figures 240 times within a minute. Try again in 40 s.';
      let turnedAway = 0;
      let retryAfter = '0';
      await page.route('**/figures/revenue?*', async (route) => {
        if (retryAfter === '0' && turnedAway > 0) return route.fallback();
        turnedAway += 1;
        await route.fulfill({
          status: 429,
          contentType: 'application/problem+json',
          headers: { 'retry-after': retryAfter },
          body: JSON.stringify({ code: 'too_many_requests', status: 429, detail }),
        });
      });
      const address = `/a/${appid}/figures?range=7d&by=market&compare=before`;
      await visit.open(address);
      await page.getByRole('slider', { name: /^Net revenue:/ }).waitFor();
      assert.equal(turnedAway, 1);
      retryAfter = '40';
      await visit.go(`/a/${appid}/figures?range=30d&by=market`);
      await page.getByText(detail).first().waitFor();
      await page.getByRole('button', { name: 'Try again' }).first().waitFor();
      await page.unroute('**/figures/revenue?*');

      await visit.go(address);
      const path = `/apps/${appid}/figures/revenue`;
      const query = 'from=2026-11-09&to=2026-11-15&step=day';
      const { body } = await admin(gate, 'GET', `${path}?${query}`);
      const dollars = body.totals.find((each: { currency: string }) => each.currency === 'USD');
      assert.deepEqual([dollars.gross, dollars.refunded], ['1234588.86', '0.99']);
      const tile = (name: string) => page.getByRole('region', { name, exact: true }).first();
      await tile('Net revenue').getByText('$1,234,587.87', { exact: true }).waitFor();
      await tile('Gross revenue').getByText('$1,234,588.86', { exact: true }).waitFor();
      await tile('Net revenue').getByText('from $5.00').waitFor();
      await tile('Net revenue').getByText('USD only').waitFor();
      await tile('Purchases').getByText('All currencies').waitFor();
      await page.getByText('those paid in USD. Not included: ₩1,500.').waitFor();
      await tile('Refunds').getByText('$0.99', { exact: true }).waitFor();
      await tile('Purchases').getByText('5', { exact: true }).waitFor();
      await tile('Refund rate').getByText('20%', { exact: true }).waitFor();
      await page.getByText('Nov 9 – 15, 2026 · Time zone UTC').waitFor();
      await page.getByText('Nov 15 is not over').waitFor();
      await tile('Net revenue').getByRole('button', { name: 'Definition of Net revenue' }).click();
      await page.getByRole('link', { name: 'All definitions' }).waitFor();
      await page.keyboard.press('Escape');
      await visit.screenshots('figures-revenue');

      const file = page.waitForEvent('download');
      await page.getByRole('link', { name: 'CSV' }).first().click();
      const text = await readFile(await (await file).path(), 'utf8');
      const csv = await admin(gate, 'GET', `${path}/file?${query}&by=market`);
      assert.equal(text, csv.body);

      // The arrow keys move one line through all charts, and say what is there.
      const chart = page.getByRole('slider', { name: /^Net revenue:/ });
      await chart.focus();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      assert.equal(
        await chart.getAttribute('aria-valuetext'),
        'Sat, Nov 14, 2026, App Store $9.99, Google Play $9.99, Net revenue, compared $0.00, Total $19.98',
      );
      const purchases = page.getByRole('slider', { name: /^Purchases:/ });
      assert.match(
        (await purchases.getAttribute('aria-valuetext')) ?? '',
        /^Sat, Nov 14, 2026, App/,
      );
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Purchases', exact: true }).waitFor();
      const shown = (): Record<string, string> =>
        Object.fromEntries(new URL(page.url()).searchParams);
      const saturday = {
        span: 'own',
        from: '2026-11-14 00:00:00',
        to: '2026-11-14 23:59:59',
        sort: '-purchased_at',
        test: 'N',
      };
      assert.deepEqual(shown(), saturday);
      await page.getByText('3 purchases', { exact: true }).waitFor();
      await page.goBack();

      // The refunds of a bar, without those of test purchases.
      const losses = page.getByRole('slider', { name: /^Gross, refunds and disputes:/ });
      await losses.locator('rect[data-series="1"]').first().click();
      await page.getByText('1 purchase', { exact: true }).waitFor();
      const sunday = { from: '2026-11-15 00:00:00', to: '2026-11-15 23:59:59', reported: 'Y' };
      assert.deepEqual(shown(), { ...saturday, ...sunday });
      const loss = page.getByRole('combobox', { name: 'Refund or dispute' });
      assert.equal(await loss.inputValue(), 'Reported in this time');
      await page.goBack();

      const card = page.getByRole('region', { name: 'Net revenue' }).nth(1);
      await card.getByRole('button', { name: 'Table' }).click();
      await card
        .getByRole('row', { name: /Nov 14/ })
        .getByRole('link')
        .nth(2)
        .click();
      await page.waitForURL(/purchases/);
      assert.deepEqual(shown(), { ...saturday, provider: 'GOOGLE' });
      await page.getByText('2 purchases', { exact: true }).waitFor();
      await page.goBack();

      // A click on the bar of a market.
      await page
        .getByRole('slider', { name: /^Purchases:/ })
        .locator('rect[data-series="1"]')
        .first()
        .click();
      await page.waitForURL(/purchases/);
      assert.deepEqual(shown(), { ...saturday, provider: 'GOOGLE' });

      // Products and countries lead to theirs.
      for (const [by, name, filter] of [
        ['country', 'KR', { country: 'KR' }],
        ['product', 'gems', { product_id: 'gems' }],
      ] as const) {
        await visit.go(`/a/${appid}/figures?range=7d&step=month&by=${by}`);
        const counts = page.getByRole('region', { name: 'Purchases', exact: true }).nth(1);
        await counts.getByRole('button', { name: 'Table' }).click();
        const heads = await counts.getByRole('columnheader').allInnerTexts();
        await counts
          .getByRole('row')
          .nth(1)
          .getByRole('cell')
          .nth(heads.indexOf(name))
          .getByRole('link', { name: '1' })
          .click();
        await page.waitForURL(/purchases/);
        const { from, to } = { from: '2026-11-01 00:00:00', to: '2026-11-15 23:59:59' };
        assert.deepEqual(shown(), { ...saturday, from, to, ...filter });
        await page.getByText('1 purchase', { exact: true }).waitFor();
      }
    });

    test('rates convert; who may not set them sees them; what has none is named', async () => {
      const { appid, gameIndex } = await openShop();
      const owner = await newOwner(gate);
      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(owner);
      await visit.open(`/a/${appid}/figures?range=7d`);
      await page.getByRole('button', { name: 'Exchange rates' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reporting currency').fill('eur');
      await dialog.getByLabel('Currency', { exact: true }).fill('krw');
      await dialog.getByLabel('From day').fill('2026-11-01');
      await dialog.getByRole('button', { name: 'Save rate' }).click();
      await dialog.getByText('A number, such as 0.00072.').waitFor();
      await dialog.getByLabel('Worth in EUR').fill('0.00062');
      await dialog.getByRole('button', { name: 'Save rate' }).click();
      await dialog.getByRole('row', { name: 'KRW 2026-11-01 0.00062' }).waitFor();
      const rates = (text: string) =>
        dialog.locator('input[type=file]').setInputFiles({
          name: 'rates.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(`currency,day,rate\n${text}`),
        });
      await rates('JPY,2026-11-01,0.0061\nGBP,2026-11-31,1.2\nGBP,2026-11-01,much\n');
      await dialog.getByRole('button', { name: 'Import rates' }).click();
      await dialog.getByText(/^Line 3: .*\nLine 4: /).waitFor();
      assert.equal(await dialog.getByRole('row', { name: /JPY/ }).count(), 0);
      await visit.screenshots('figures-rates');
      await rates('JPY,2026-11-01,0.0061\nGBP,2026-11-01,1.2\n');
      await dialog.getByRole('button', { name: 'Import rates' }).click();
      await page.getByText('2 exchange rates imported.').waitFor();
      await dialog.getByRole('row', { name: 'JPY 2026-11-01 0.0061' }).waitFor();
      await dialog.getByRole('row', { name: 'GBP 2026-11-01 1.2' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('combobox', { name: 'Currency' }).click();
      await page.getByRole('option', { name: 'All in EUR' }).click();
      await page.waitForURL(/into=EUR/);
      const net = page.getByRole('region', { name: 'Net revenue', exact: true }).first();
      await net.getByText('€0.93', { exact: true }).waitFor();
      await page.getByText('because no exchange rate is set: $1,234,587.87.').waitFor();
      await net.getByText('In EUR, + 1 currency without a rate').waitFor();

      const member = await newMember(gate, await signIn(gate, owner), gameIndex, 'viewer');
      const other = await browser.visit();
      await other.signIn(member.email);
      await other.open(`/a/${appid}/figures?range=7d`);
      await other.page.getByRole('button', { name: 'Exchange rates' }).click();
      await other.page.getByRole('row', { name: 'KRW 2026-11-01 0.00062' }).waitFor();
      for (const name of ['Save rate', 'Import rates']) {
        assert.equal(await other.page.getByRole('button', { name }).count(), 0);
      }
    });

    test('a project: revenue of all its apps, each on its own clock, by app, compared, converted, as a file', async () => {
      const { appid, gameIndex } = await openShop();
      const second = await gate.createApp({ gameIndex, timeZone: 'Asia/Seoul' });
      // 00:30 of the 15th in Seoul.
      const purchased_at = Date.parse('2026-11-14T15:30:00Z');
      await (await openLedger(gate, second)).record({ price: '2.00', purchased_at });
      await gate.service.payment.figures.turn();
      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(await newOwner(gate));
      await visit.open(`/p/${gameIndex}/apps`);
      await page.getByRole('link', { name: 'Project figures' }).click();
      await page.getByRole('heading', { name: 'Project figures: Revenue' }).waitFor();
      await visit.go(`/p/${gameIndex}/figures?range=7d&by=app&compare=before`);
      const tile = (name: string) => page.getByRole('region', { name, exact: true }).first();
      await tile('Net revenue').getByText('$1,234,589.87', { exact: true }).waitFor();
      await tile('Net revenue').getByText('from $5.00').waitFor();
      await tile('Purchases').getByText('6', { exact: true }).waitFor();
      await page.getByText(/Nov 9 – 15, 2026 · each app in its own time zone · compared/).waitFor();
      await page.getByRole('slider', { name: /^Net revenue:/ }).focus();
      await page.keyboard.press('End');
      assert.equal(
        await page.getByRole('slider', { name: /^Net revenue:/ }).getAttribute('aria-valuetext'),
        `Sun, Nov 15, 2026 (so far), ${second.appid} $2.00, Net revenue, compared $0.00`,
      );
      await visit.screenshots('figures-project');
      const file = page.waitForEvent('download');
      await page.getByRole('link', { name: 'CSV' }).first().click();
      const query = 'from=2026-11-09&to=2026-11-15&step=day&by=app';
      const path = `/projects/${gameIndex}/figures/revenue/file?${query}`;
      assert.equal(
        await readFile(await (await file).path(), 'utf8'),
        (await admin(gate, 'GET', path)).body,
      );
      const card = page.getByRole('region', { name: 'Purchases', exact: true }).nth(1);
      await card.getByRole('button', { name: 'Table' }).click();
      await card.getByRole('columnheader', { name: appid, exact: true }).waitFor();

      const rates = [{ currency: 'KRW', day: '2026-11-01', rate: '0.001' }];
      await admin(gate, 'PUT', `/projects/${gameIndex}/rates`, { reporting: 'USD', rates });
      await visit.go(`/p/${gameIndex}/figures?range=7d&by=currency`);
      await visit.comeBack();
      await page.getByRole('combobox', { name: 'Currency' }).click();
      await page.getByRole('option', { name: 'All in USD' }).click();
      await tile('Net revenue').getByText('$1,234,591.37', { exact: true }).waitFor();
      await page.getByRole('img', { name: /KRW \$1\.50/ }).waitFor();
      await tile('Net revenue').getByRole('button', { name: 'Definition of Net revenue' }).click();
      await page.getByRole('link', { name: 'All definitions' }).click();
      await page.getByRole('heading', { name: 'Project figures: Definitions' }).waitFor();
      const empty = await gate.createApp();
      await visit.go(`/p/${empty.gameIndex}/figures`);
      await page.getByText('No app of this project has a purchase').waitFor();
    });

    test('payers, subscriptions, cohorts and definitions of a year, also in Korean, on a phone and on paper', async () => {
      const { appid } = await gate.createApp({ timeZone: 'Asia/Seoul' });
      const year = makeYear({ appid, players: 60, end: START, seed: 4 });
      try {
        for (const { arrives, update } of year.updates) {
          gate.now = arrives;
          await gate.service.payment.ledger.apply(update);
        }
      } finally {
        gate.now = START;
      }
      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(await newOwner(gate));
      await visit.open(`/a/${appid}/figures?range=12m`);
      const counting = page.getByText('Counting …');
      await counting.waitFor();
      await gate.service.payment.figures.turn();
      await visit.poll();
      await counting.waitFor({ state: 'detached' });

      const range = 'from=2025-11-01&to=2026-10-31';
      const read = async (path: string) =>
        (await admin(gate, 'GET', `/apps/${appid}/figures/${path}`)).body;
      const tile = (name: string) => page.getByRole('region', { name, exact: true }).first();
      await visit.go(`/a/${appid}/figures/payers?range=12m`);
      const payers = await read(`payers?${range}&step=month`);
      assert.ok(payers.range.payers > payers.items.at(-1).payers && payers.lifetime.payers > 20);
      await tile('Payers').getByText(String(payers.range.payers), { exact: true }).waitFor();
      const ever = tile('Accounts that ever paid');
      await ever.getByText(String(payers.lifetime.payers), { exact: true }).waitFor();
      await visit.screenshots('figures-payers');
      // Charts are drawn for the new width before it is seen.
      for (const width of [390, 1_280]) {
        await page.setViewportSize({ width, height: 844 });
        const charts = await page.evaluate<[number, number][]>(CHART_WIDTHS);
        assert.ok(charts.length > 1 && charts.every(([room]) => room < width));
        for (const [room, picture] of charts) assert.equal(picture, room);
      }

      await page.getByRole('tab', { name: 'Subscriptions' }).click();
      await page.waitForURL(/figures\/subscriptions\?range=12m/);
      const subscriptions = await read(`subscriptions?${range}&step=month`);
      const fresh = subscriptions.items.reduce(
        (sum: number, each: { new: number }) => sum + each.new,
        0,
      );
      assert.ok(fresh > 5);
      await tile('New').getByText(String(fresh), { exact: true }).waitFor();
      await page.getByRole('img', { name: /^MRR movement: New / }).waitFor();
      await visit.screenshots('figures-subscriptions');

      await page.getByRole('tab', { name: 'Cohorts' }).click();
      const cohorts = await read('cohorts?from=2025-12-01&to=2026-11-15');
      const [first] = cohorts.items;
      const rows = page.getByRole('region', { name: 'Cohorts by month' }).getByRole('row');
      await rows.nth(1).getByText(String(first.subscribers), { exact: true }).waitFor();
      assert.equal(await rows.count(), cohorts.items.length + 1);
      const share = Math.round((100 * first.retained[0]) / first.subscribers);
      assert.equal(await rows.nth(1).getByRole('cell').nth(1).innerText(), `${share}%`);
      await visit.screenshots('figures-cohorts');
      await page.getByText('Revenue per subscriber', { exact: true }).click();
      await page.waitForURL(/show=revenue/);
      const [paid] = first.lifetime;
      await page.getByRole('combobox', { name: 'Currency' }).click();
      await page.getByRole('option', { name: paid.currency, exact: true }).click();
      const printed = new Intl.NumberFormat('en', { style: 'currency', currency: paid.currency });
      await page.getByRole('heading', { name: 'Revenue per subscriber by month' }).waitFor();
      const cells = rows.nth(1).getByRole('cell');
      await cells
        .nth(1)
        .getByText(printed.format(paid.per_subscriber[0]), { exact: true })
        .waitFor();
      assert.deepEqual(
        (await cells.allInnerTexts()).slice(1, 1 + paid.net.length),
        paid.per_subscriber.map((amount: Intl.StringNumericLiteral) => printed.format(amount)),
      );
      await visit.screenshots('figures-cohort-revenue');
      await page.setViewportSize({ width: 390, height: 844 });
      // Charts and tables take their new width a moment later.
      await until(() => page.evaluate<boolean>(ONLY_TABLE_SCROLLS));
      await page.setViewportSize({ width: 1_280, height: 800 });

      await page.getByRole('tab', { name: 'Definitions' }).click();
      await page.getByText('Test purchases never count.').waitFor();
      await page.getByText('Outcomes and calls include test purchases').waitFor();
      await page.getByRole('table', { name: 'Revenue' }).getByText('Net revenue').waitFor();
      await visit.screenshots('figures-definitions');

      await visit.go(`/a/${appid}/figures?range=12m&by=product`);
      await page.getByRole('img', { name: /^Purchases: / }).waitFor();
      await page.emulateMedia({ media: 'print' });
      for (const name of ['Print', 'Table', 'CSV']) {
        assert.equal(
          await page.getByRole('button', { name }).or(page.getByRole('link', { name })).count(),
          0,
        );
      }
      assert.equal(await page.getByRole('navigation').count(), 0);
      await page.getByText('Nov 1, 2025 – Oct 31, 2026 · Time zone Asia/Seoul').waitFor();
      await page.emulateMedia({ media: 'screen' });

      await page.getByRole('button', { name: 'Language' }).click();
      await page.getByRole('menuitem', { name: '한국어' }).click();
      await visit.go(`/a/${appid}/figures?range=90d&step=week&compare=year`);
      await page.getByRole('heading', { name: '지표: 매출' }).waitFor();
      await page.getByRole('img', { name: /^순매출: / }).waitFor();
      await visit.screenshots('figures-korean');
      await page.getByRole('button', { name: '언어' }).click();
      await page.getByRole('menuitem', { name: 'English' }).click();

      // The other time is in the same answer.
      const quarter = 'from=2026-08-18&to=2026-11-15&step=day&compare=before';
      const { compared: payersThen } = await read(`payers?${quarter}`);
      const { compared: then } = await read(`subscriptions?${quarter}`);
      assert.ok(payersThen.range.payers > 0 && then.items.at(-1).active > 0);
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (/figures\/(payers|subscriptions)$/.test(pathname) && pathname.startsWith('/admin/')) {
          asked.push(pathname);
        }
      });
      await visit.go(`/a/${appid}/figures/payers?range=90d&compare=before`);
      await tile('Payers').getByText(`from ${payersThen.range.payers}`).waitFor();
      await page.getByRole('img', { name: /Payers, compared/ }).waitFor();
      await visit.go(`/a/${appid}/figures/subscriptions?range=90d&compare=before`);
      await tile('Active')
        .getByText(`from ${then.items.at(-1).active}`)
        .waitFor();
      assert.deepEqual(
        asked,
        ['payers', 'subscriptions'].map((name) => `/admin/v1/apps/${appid}/figures/${name}`),
      );
    });

    test('verification and restrictions: what the API answers, by market, by type', async () => {
      const ledger = await openLedger(gate);
      const { app } = ledger;
      const { appid } = app;
      const { usage } = gate.service.payment;
      for (let call = 0; call < 3; call += 1) usage.verified(appid, 'APPLE');
      usage.refused(appid, 'APPLE', 'INVALID_RECEIPT');
      usage.refused(appid, 'GOOGLE', 'MARKET_UNAVAILABLE');
      for (const seconds of [0.02, 0.04, 0.08, 0.2]) {
        usage.marketCall({ appid, market: 'GOOGLE' }, '200', seconds);
      }
      usage.marketCall({ appid, market: 'GOOGLE' }, '503', 4);
      await usage.flush();
      for (let sold = 0; sold < 20; sold += 1) {
        const refunded = sold < 10;
        await ledger.record({ product_id: 'trap', purchased_at: START, refunded });
        for (const product_id of ['gems', 'coins', 'hats']) {
          await ledger.record({ product_id, purchased_at: START });
        }
      }
      const answered = { product_id: 'gems', market_result: '{}' };
      gate.now = START - 2 * DAY;
      for (let sold = 0; sold < 2; sold += 1) await ledger.record(answered);
      gate.now = START - 2 * HOUR;
      const late = await ledger.record({ ...answered, provider: 'GOOGLE' });
      await ledger.record({ ...answered, delivery: 1, delivery_at: gate.now });
      // It may still be delivered.
      gate.now = START - HOUR;
      await ledger.record(answered);
      gate.now = START;
      await gate.service.payment.figures.turn();
      await registerType(gate, app);
      for (let player = 0; player < 2; player += 1) await restrict(gate, app, newPlayer());
      await gate.service.restrictionFigures.turn();
      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(await newOwner(gate));
      await visit.open(`/a/${appid}/figures/verification?range=7d&compare=before`);
      const tile = (name: string) => page.getByRole('region', { name, exact: true }).first();
      await tile('Verified').getByText('3', { exact: true }).waitFor();
      await tile('Verified').getByText('Nothing to compare with').waitFor();
      await tile('Refused').getByText('1', { exact: true }).waitFor();
      await tile('Could not ask').getByText('1', { exact: true }).waitFor();
      await tile('Availability').getByText('80%', { exact: true }).waitFor();
      await page.getByRole('img', { name: 'Availability: Google Play', exact: true }).waitFor();
      await page.getByRole('img', { name: /refused: Invalid receipt 1$/ }).waitFor();
      await page.getByRole('row', { name: 'trap Unusual 20 10 50%' }).waitFor();
      await visit.screenshots('figures-verification');
      // On a phone the tab that is shown can be seen.
      await visit.go(`/a/${appid}/overview`);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goBack();
      await tile('Verified').getByText('3', { exact: true }).waitFor();
      const tab = await page.getByRole('tab', { name: 'Verification' }).boundingBox();
      assert.ok(tab && tab.x >= 0 && tab.x + tab.width <= 390);
      await page.setViewportSize({ width: 1_280, height: 800 });

      // The tile and the bars lead to exactly what they count.
      const link = tile('Undelivered').getByRole('link', { name: '3', exact: true });
      await link.click();
      await page.getByText('3 purchases', { exact: true }).waitFor();
      const shown = (): Record<string, string> =>
        Object.fromEntries(new URL(page.url()).searchParams);
      const counted = {
        span: 'own',
        from: '2026-11-09 00:00:00',
        to: '2026-11-15 10:59:59',
        undelivered: 'Y',
      };
      assert.deepEqual(shown(), counted);
      const number = late.number;
      for (const id of [`GO_${number}`, `AP_${number - 1}`, `AP_${number - 2}`]) {
        await page.getByRole('link', { name: id, exact: true }).waitFor();
      }
      await page.goBack();
      const bars = page.getByRole('slider', { name: /^Undelivered:/ });
      await bars.locator('rect[data-series="1"]').first().click();
      await page.getByText('1 purchase', { exact: true }).waitFor();
      const today = { ...counted, from: '2026-11-15 00:00:00', provider: 'GOOGLE' };
      assert.deepEqual(shown(), today);
      await page.getByRole('link', { name: `GO_${number}`, exact: true }).waitFor();
      await page.goBack();
      await page.getByRole('tab', { name: 'Restrictions' }).click();
      await tile('Registered').getByText('2', { exact: true }).waitFor();
      await tile('Registered').getByText('Nothing to compare with').waitFor();
      await page.getByRole('combobox', { name: 'Split by' }).click();
      await page.getByRole('option', { name: 'Type' }).click();
      await page.getByRole('img', { name: 'Registered: Policy violation 2' }).waitFor();
      await visit.screenshots('figures-restrictions');
    });

    test('a newcomer learns what will be here; a range without purchases leads to a longer one', async () => {
      const { appid } = await gate.createApp();
      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(await newOwner(gate));
      await visit.open(`/a/${appid}/figures`);
      await page.getByText('Your figures appear here').waitFor();
      await page.getByRole('link', { name: 'Open market settings' }).waitFor();
      await visit.screenshots('figures-empty');
      const shop = await openShop();
      await visit.go(`/a/${shop.appid}/figures?range=own&from=2026-10-01&to=2026-10-02`);
      await page.getByRole('button', { name: 'Show 90 days' }).click();
      await page.getByRole('img', { name: /^Net revenue: / }).waitFor();
      await visit.go(`/a/${shop.appid}/figures?range=own&from=2026-10-02&to=2026-10-01`);
      await page.getByText('Choose a first and a last day').waitFor();
    });
  },
  { adminToken: ADMIN_TOKEN },
);
