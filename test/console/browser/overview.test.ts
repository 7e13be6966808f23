// The overview in the console: first steps of a new app, figures of a busy one, as charts and as tables.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SYSTEM } from '../../../src/audit/audit.ts';
import { registerReceiver } from '../../../src/outbox/receivers.ts';
import { newMember, newOwner, signIn } from '../../admin/visitor.ts';
import { POLICY_TYPE, registerType } from '../../restriction/players.ts';
import { browserSuite } from '../../support/browser.ts';
import { countAt, type Happened } from '../../support/counts.ts';
import { expectDone, type Gate, type TestApp } from '../../support/harness.ts';
import { setUpMarket } from '../../support/markets.ts';

const HOUR = 3_600_000;
const DAYS = 30;

/** A month in which the evenings are busy, a market was away for some hours, and one cheated a little. */
async function fill(gate: Gate, app: TestApp): Promise<void> {
  const { db } = gate.service.context.storage;
  await db.transaction().execute(async (tx) => {
    for (let back = DAYS * 24 - 1; back >= 0; back -= 1) {
      const at = gate.now - back * HOUR;
      const evening = 1.2 + Math.sin(((at / HOUR) % 24) / 4);
      const week = 1.3 + 0.4 * Math.sin(back / 27) - back / 1_500;
      const sales = (base: number): number => Math.round(base * evening * week);
      const [apple, google] = [sales(14), sales(22)];
      const isAway = back > 60 && back < 66;
      const happened: Happened[] = [
        ['purchase.verified', 'APPLE', apple],
        ['purchase.verified', 'GOOGLE', google],
        ['purchase.verified', 'STEAM', sales(5)],
        ['purchase.verified', 'GOOGLE test', 3],
        ['purchase.amount', 'APPLE USD', 9.99 * apple],
        ['purchase.amount', 'GOOGLE USD', 4.99 * google],
        ['purchase.amount', 'GOOGLE KRW', 12_000 * google],
        ['purchase.refunded', 'APPLE', back % 7 === 0 ? 2 : 0],
        ['purchase.refunded', 'GOOGLE', back % 5 === 0 ? 1 : 0],
        ['purchase.refused', 'GOOGLE INVALID_RECEIPT', back % 3 === 0 ? 2 : 0],
        ['purchase.refused', 'APPLE PRICE_VERIFY_FAIL', back % 11 === 0 ? 1 : 0],
        ['purchase.refused', 'GOOGLE MARKET_UNAVAILABLE', isAway ? 9 : 0],
        ['subscription.started', 'APPLE', back % 4 === 0 ? 2 : 0],
        ['subscription.renewed', 'APPLE', back % 2],
        ['subscription.ended', 'APPLE', back % 3 === 0 ? 1 : 0],
        ['market.calls', 'GOOGLE ok', isAway ? 1 : google],
        ['market.calls', 'GOOGLE unavailable', isAway ? google : 0],
        ['market.calls', 'APPLE ok', apple],
        ['market.milliseconds', 'GOOGLE', google * (90 + (back % 24) * 3)],
        ['market.milliseconds', 'APPLE', apple * (60 + (back % 9) * 4)],
        ['market.latency', 'GOOGLE 250', google],
        ['market.latency', 'APPLE 100', apple],
        ['restriction.registered', '1', back % 6 === 0 ? 1 : 0],
      ];
      await countAt(tx, app, at, happened, 'Asia/Seoul');
    }
    await countAt(tx, app, gate.now, [
      ['restriction.active', '1', 118],
      ['restriction.active', '2', 41],
    ]);
  });
}

browserSuite('the overview in the console', (gate, browser) => {
  test('a new app is told what to do first; who may not do it has no button', async () => {
    const app = await gate.createApp();
    const owner = await newOwner(gate);
    const visit = await browser.visit();
    await visit.signIn(owner);
    await visit.open('');
    const steps = visit.page.getByRole('region', { name: 'First steps' });
    await steps.waitFor();
    assert.equal(new URL(visit.page.url()).pathname, `/console/a/${app.appid}/overview`);
    await visit.page.getByText('No activity in this time range').waitFor();
    await steps.getByRole('link', { name: 'Connect a market' }).waitFor();
    await steps.getByText('3 of 6').waitFor();
    await visit.screenshots('overview-empty');
    const member = await newMember(gate, await signIn(gate, owner), app.gameIndex, 'viewer');
    const other = await browser.visit();
    await other.signIn(member.email);
    await other.open(`/a/${app.appid}/overview`);
    await other.page.getByText('Connect a market').waitFor();
    assert.equal(await other.page.getByRole('link', { name: 'Connect a market' }).count(), 0);
  });

  test('a busy app shows its figures, by hour and by day, in numbers too, in Korean too', async () => {
    const app = await gate.createApp({ timeZone: 'Asia/Seoul' });
    await registerType(gate, app);
    const names = { type_name: '결제 악용', type_en_name: 'Refund abuse' };
    await registerType(gate, app, { ...POLICY_TYPE, ...names });
    await setUpMarket(gate, app, 'APPLE', { bundle_id: 'com.example', app_apple_id: 1 });
    await setUpMarket(gate, app, 'STEAM', {});
    const lane = { game_index: app.gameIndex, channel: 'restriction' } as const;
    const receiver = { ...lane, url: 'https://game.example/restrictions' };
    expectDone(await registerReceiver(gate.service.context, SYSTEM, receiver));
    await fill(gate, app);
    const visit = await browser.visit();
    const { page } = visit;
    await visit.signIn(await newOwner(gate));
    await visit.open(`/a/${app.appid}/overview?span=30d`);
    const tile = (name: string) => page.getByRole('region', { name, exact: true }).first();
    await tile('Net revenue').getByText(/^\$/).waitFor();
    await tile('Net revenue').getByText(/^\+ ₩/).waitFor();
    await tile('Purchases').getByText('Nothing to compare with').waitFor();
    assert.equal(await page.getByRole('region', { name: 'First steps' }).count(), 0);
    await page.getByText('95% within 250 ms').waitFor();
    await visit.screenshots('overview');
    // What ended hangs below the axis on which the rest stands.
    assert.equal(
      await page.getByRole('img', { name: /^Subscriptions: Started / }).evaluate((chart) => {
        const bars = [...chart.querySelectorAll('rect[data-series]')].map((bar) => ({
          isEnd: bar.getAttribute('fill') === 'var(--band-slate)',
          top: Number(bar.getAttribute('y')),
          height: Number(bar.getAttribute('height')),
        }));
        const ends = bars.filter(({ isEnd }) => isEnd).map(({ top }) => top);
        const rest = bars.filter(({ isEnd }) => !isEnd).map(({ top, height }) => top + height);
        return ends.length > 0 && rest.length > 0 && Math.min(...ends) >= Math.max(...rest) - 0.01;
      }),
      true,
    );

    await page.getByText('24 h', { exact: true }).click();
    await page.waitForURL(/span=24h/);
    await tile('Purchases')
      .getByText(/^[▲▼] .*% from /)
      .waitFor();
    const chart = page.getByRole('img', { name: /^Purchases: / });
    await chart.waitFor();
    await chart.hover();
    await page.getByText('Total').waitFor();
    const verified = page.getByRole('region', { name: 'Purchases' }).nth(1);
    await verified.getByRole('button', { name: 'Table' }).click();
    await verified.getByRole('columnheader', { name: 'Google Play' }).waitFor();
    await verified.getByRole('row').nth(24).waitFor();
    assert.equal(await verified.getByRole('row').count(), 25, 'a row for each hour');

    const refusals = page.getByRole('region', { name: 'Refused verifications' }).nth(1);
    await refusals.getByText('Invalid receipt').waitFor();
    await page.getByRole('combobox', { name: 'Currency' }).click();
    await page.getByRole('option', { name: 'KRW' }).click();
    await page.getByRole('img', { name: /^Gross revenue: Google Play ₩/ }).waitFor();
    await page.getByRole('switch', { name: 'Include test purchases' }).check();
    await page.waitForURL(/tests=yes/);

    await page.getByText('Custom').click();
    await page.getByLabel('From', { exact: true }).fill('2026-11-15T00:00:00');
    const asked = page.waitForRequest(
      (request) => new URL(request.url()).searchParams.get('to') === '2026-11-15T09:30:00.000Z',
    );
    await page.getByLabel('To', { exact: true }).fill('2026-11-15T18:30:00');
    const { searchParams } = new URL((await asked).url());
    assert.equal(searchParams.get('from'), '2026-11-14T15:00:00.000Z', 'midnight in Seoul');
    await page.getByLabel('To', { exact: true }).fill('2020-01-01T00:00:00');
    await page.getByText('Choose a start and an end, with the start before the end.').waitFor();

    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: '한국어' }).click();
    await visit.go(`/a/${app.appid}/overview?span=7d&step=hour`);
    await page.getByRole('heading', { name: '거부된 검증' }).waitFor();
    await page.getByText('95%가 250 ms 이내').waitFor();
    await visit.screenshots('overview-korean');
  });
});
