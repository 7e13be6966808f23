// The table of personal data: each table is exported page by page, counted and erased for one player, and for nobody else.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { PersonalTable } from '../../src/identity/personal-data.ts';
import { personalData } from '../../src/personal-data.ts';
import { countRows, eraseRows, readSection } from '../../src/players/personal-data.ts';
import {
  AT,
  noticeScene,
  orderScene,
  purchaseScene,
  subscriptionScene,
} from '../payment/scenes.ts';
import { type Apps, among, openApps, type Scene } from '../support/decoys.ts';
import { suite } from '../support/harness.ts';

/** Rows of a page. */
const PAGE = 200;

const tableOf = (section: string): PersonalTable => {
  const found = personalData.find((each) => each.section === section);
  assert.ok(found, section);
  return found;
};

const numbered = (name: string) => (number: number) => ({
  [name]: `${name}-${String(number).padStart(4, '0')}`,
});

interface Case {
  readonly section: string;
  /** Without decoys. */
  readonly scene: (apps: Apps) => Scene;
  /** What another player's row has instead. */
  readonly other: Scene['row'];
}

const OTHER_PLAYER = { player_id: 8 };
const OTHER_ACCOUNT = { account_uuid: 'other' };

const CASES: readonly Case[] = [
  {
    section: 'logins',
    scene: () => ({
      table: 'login',
      row: { player_id: 7, logged_in_at: AT },
      key: (number) => ({ ...numbered('login_id')(number), did: 1 + number }),
    }),
    other: OTHER_PLAYER,
  },
  {
    section: 'accounts',
    scene: () => ({
      table: 'account_link',
      row: { player_id: 7, linked_at: AT },
      key: numbered('account_uuid'),
    }),
    other: OTHER_PLAYER,
  },
  {
    section: 'notes',
    scene: () => ({
      table: 'player_note',
      row: { player_id: 7, text: 't', author_kind: 'admin', author: 'x', created_at: AT },
      key: numbered('note_id'),
    }),
    other: OTHER_PLAYER,
  },
  {
    section: 'audit_entries',
    scene: ({ app }) => ({
      table: 'audit_log',
      row: {
        at: AT,
        actor_kind: 'admin',
        actor: 'x',
        action: 'a',
        target: `apps/${app.appid}/players/7`,
      },
      key: numbered('audit_id'),
      ofProject: true,
    }),
    other: { target: 'apps/another/players/7' },
  },
  {
    section: 'measures',
    scene: () => ({
      table: 'measure_effect',
      row: {
        rule_id: 'r',
        rule_name: 'r',
        player_id: 7,
        status: 'over',
        since: AT,
        paid_again: 0,
        causes: '[]',
      },
      key: numbered('effect_id'),
    }),
    other: OTHER_PLAYER,
  },
  {
    section: 'measure_exemptions',
    scene: () => ({ table: 'measure_exempt', row: { player_id: 7 }, key: numbered('rule_id') }),
    other: OTHER_PLAYER,
  },
  {
    section: 'grants',
    scene: () => ({
      table: 'product_grant',
      row: {
        account_uuid: 'account',
        product_id: 'p',
        reason: 'r',
        granted_by: 'x',
        granted_at: AT,
      },
      key: numbered('grant_id'),
    }),
    other: OTHER_ACCOUNT,
  },
  {
    section: 'debts',
    scene: () => ({
      table: 'measure_debt',
      row: {
        provider: 'APPLE',
        account_uuid: 'account',
        transaction_id: 't',
        product_id: 'p',
        amount: '1',
        currency: 'USD',
        refunded_at: AT,
      },
      key: (number) => ({ number: 1 + number, ...numbered('unique_key')(number) }),
    }),
    other: OTHER_ACCOUNT,
  },
  {
    section: 'orders',
    scene: () => ({ ...orderScene(), key: numbered('order_id') }),
    other: OTHER_PLAYER,
  },
  {
    section: 'refused_verifications',
    scene: () => ({
      table: 'refused_verification',
      row: {
        first_at: AT,
        last_at: AT,
        times: 1,
        kind: 'consumable',
        provider: 'APPLE',
        account_uuid: 'account',
        outcome: 'INVALID_RECEIPT',
        reason: 'r',
        receipt_hash: 'h',
      },
      key: numbered('refused_id'),
    }),
    other: OTHER_ACCOUNT,
  },
  {
    section: 'purchases',
    scene: () => ({
      ...purchaseScene(),
      key: (number) => ({ ...purchaseScene().key(number), ...numbered('unique_key')(number) }),
    }),
    other: OTHER_ACCOUNT,
  },
  {
    section: 'subscriptions',
    scene: () => ({ ...subscriptionScene(), key: numbered('subscription_id') }),
    other: OTHER_ACCOUNT,
  },
  {
    section: 'store_notifications',
    scene: () => ({ ...noticeScene(), key: numbered('notice_id') }),
    other: OTHER_ACCOUNT,
  },
  {
    section: 'restriction_history',
    scene: ({ app }) => ({
      table: 'restriction_history',
      row: {
        appid: app.appid,
        player_id: 7,
        at: AT,
        action: 'released',
        actor_kind: 'admin',
        actor: 'x',
      },
      key: (number) => ({ seq: 1 + number }),
      ofProject: true,
    }),
    other: OTHER_PLAYER,
  },
];

suite('table of personal data', (gate) => {
  const db = () => gate.service.context.storage.db;
  let apps: Apps;
  let check: ReturnType<typeof among>;
  before(async () => {
    apps = await openApps(gate);
    check = among(gate, apps);
  });
  const player = () => ({
    appid: apps.app.appid,
    gameIndex: apps.app.gameIndex,
    playerId: 7n,
    accounts: ['account'],
  });
  const erased = () => ({
    ...player(),
    pseudonym: 'p',
    requestedAt: AT,
    now: AT,
    isLast: true,
    waiting: [],
  });

  for (const { section, scene, other } of CASES) {
    test(section, async () => {
      const { table, key } = scene(apps);
      const entry = tableOf(section);
      assert.equal(entry.table, table);
      const read = async () => {
        const found: object[] = [];
        for await (const row of readSection(db(), entry, player())) found.push(row);
        return found as Record<string, unknown>[];
      };
      const [name] = Object.keys(key(0)) as [string];
      const more = Array.from({ length: PAGE }, () => ({}));
      await check.put({ ...scene(apps), but: [...more.toReversed(), other] });
      const all = (await read()).map((row) => String(row[name] ?? row.unique_key));
      assert.equal(all.length, PAGE + 1, 'each page');
      assert.equal(new Set(all).size, PAGE + 1, 'each once');
      await check.put({ ...scene(apps), but: [other] });
      assert.equal((await read()).length, 1);
      assert.equal(await countRows(db(), entry, player(), AT), 1);
      await check.changes({ ...scene(apps), but: [other] }, async () => {
        while (await eraseRows(db(), entry, erased()));
      });
      await db().deleteFrom(table).execute();
    });
  }

  test('what still restricts a player stays', async () => {
    const effects = CASES.find(({ section }) => section === 'measures');
    assert.ok(effects);
    const entry = tableOf('measures');
    await check.put({
      ...effects.scene(apps),
      row: { ...effects.scene(apps).row, status: 'active' },
    });
    assert.equal(await countRows(db(), entry, player(), AT), 0);
    assert.equal(await eraseRows(db(), entry, erased()), false);
    assert.equal((await db().selectFrom('measure_effect').selectAll().execute()).length, 3);
  });
});
