// The way to a new master key, with the commands of the manual: at no step is anything lost.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readTarget } from '../../src/outbox/relay/target.ts';
import { createCursors } from '../../src/payment/queries/cursor.ts';
import { readMarketSecrets } from '../../src/payment/settings/market-settings.ts';
import type { Service } from '../../src/service.ts';
import { openSecrets } from '../../src/start/master-key.ts';
import { countKeys } from '../../src/start/master-key-change.ts';
import { codeNow, PASSWORD, SAME_ORIGIN, signIn, type Visitor } from '../admin/visitor.ts';
import { type OrderShop, openOrderShop, orderSuite } from '../payment/orders/order-shop.ts';
import { BEARER, fillSealed, type Sealed, steamOf } from '../storage/sealed.ts';
import { EITHER } from '../support/databases.ts';
import { inject, MASTER_KEY, NOBODY } from '../support/harness.ts';
import { blocksOf, paste } from './manual.ts';

const POSITION = { verifiedAt: 1, number: 1 };

orderSuite(
  'changing the master key',
  (gate, markets) => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-keys-'));
    const read = (name: string): Buffer =>
      Buffer.from(readFileSync(join(folder, name), 'utf8'), 'base64');
    const blocks = blocksOf('Change the master key');
    let variables: Record<string, string>;
    let sealed: Sealed;
    let shop: OrderShop;
    let receipts: string[];
    let token: string;
    let visitor: Visitor;
    after(() => rmSync(folder, { recursive: true }));
    before(async () => {
      writeFileSync(join(folder, 'master-key'), MASTER_KEY.toString('base64'));
      variables = {
        ...gate.database.variables,
        SANDBOX_PORT: 'off',
        STEAM_URL: NOBODY.steamUrl,
        STRIPE_URL: NOBODY.stripeUrl,
        TOLLGATE_MASTER_KEY_FILE: join(folder, 'master-key'),
      };
      // The doctor compares the real clock with the data.
      gate.now = Date.now() - 3_600_000;
      assert.ok(await openSecrets(gate.service.context));
      sealed = await fillSealed(gate);
      shop = await openOrderShop(gate, markets);
      receipts = [];
      for (let each = 0; each < 6; each++) receipts.push((await shop.approved()).serviceReceipt);
      const [app] = sealed.apps;
      assert.ok(app);
      token = await gate.token(app);
      visitor = await signIn(gate, sealed.people[0]?.email ?? '', {
        code: sealed.people[0]?.recovery.pop() ?? '',
      });
    });

    /** A process that starts with the settings of this step. */
    async function restarted(): Promise<Service> {
      const previous = variables.TOLLGATE_MASTER_KEY_PREVIOUS_FILE;
      const service = await gate.secondService({
        masterKey: read(variables.TOLLGATE_MASTER_KEY_FILE?.split('/').at(-1) ?? ''),
        previousKeys: previous === undefined ? [] : [read(previous.split('/').at(-1) ?? '')],
      });
      assert.deepEqual(await openSecrets(service.context), { bound: 0 });
      return service;
    }

    async function nothingIsLost(service: Service): Promise<void> {
      const { context } = service;
      for (const app of sealed.apps) {
        const market = await readMarketSecrets(context, app.appid, 'STEAM');
        assert.deepEqual(market?.secrets, steamOf(app).secrets);
        const lane = { gameIndex: app.gameIndex, channel: 'purchase' } as const;
        assert.deepEqual(await readTarget(context.storage.db, context.vault, lane, gate.now), {
          url: `https://game-${app.gameIndex}.example/events`,
          keys: [`second-key-of-project-${app.gameIndex}`, `first-key-of-project-${app.gameIndex}`],
          bearer: BEARER,
          apps: [],
        });
      }
      assert.ok('token' in (await service.tokens.check(token)));
      gate.now += 60_000;
      for (const { email, totp, recovery } of sealed.people) {
        for (const code of [codeNow(gate, totp), recovery.pop()]) {
          const body = { email, password: PASSWORD, code };
          const answer = await inject(service, 'POST', '/admin/v1/session', body, SAME_ORIGIN);
          assert.equal(answer.status, 201, JSON.stringify(answer.body));
        }
      }
      const verified = await shop.verify(receipts.pop() ?? '', {}, service);
      assert.deepEqual([verified.status, verified.body.data?.serviceDuplicated], [200, false]);
    }

    const cursorsOf = ({ context }: Service) => createCursors(context.vault.derived('cursor'));
    /** A cursor that a reader got from a process with the old key. */
    async function openCursor(service: Service) {
      const app = await gate.service.directory.app(shop.app.appid);
      assert.ok(app);
      const cursor = cursorsOf(gate.service).print(app, { conditions: '', position: POSITION });
      return cursorsOf(service).open(app, cursor, '');
    }

    const change = (service: Service) =>
      inject(service, 'DELETE', '/admin/v1/session', undefined, {
        ...SAME_ORIGIN,
        cookie: visitor.cookie,
        'x-tollgate-csrf': visitor.csrf,
      });

    test('the manual has five steps', () => assert.equal(blocks.length, 5));

    test('1: the new key is for its owner alone, and never overwrites another', async () => {
      ({ variables } = await paste(folder, variables, blocks[0] ?? ''));
      assert.equal(read('new-key').length, 32);
      assert.equal(statSync(join(folder, 'new-key')).mode & 0o777, 0o600);
      await assert.rejects(paste(folder, variables, blocks[0] ?? ''), /new-key exists\./);
      await nothingIsLost(gate.service);
    });

    test('2: the old key seals, both open', async () => {
      ({ variables } = await paste(folder, variables, blocks[1] ?? ''));
      const service = await restarted();
      await nothingIsLost(service);
      await nothingIsLost(gate.service);
    });

    test('3: the new key seals, both open; cursors and open pages of the old one go on', async () => {
      const before = await restarted();
      ({ variables } = await paste(folder, variables, blocks[2] ?? ''));
      const service = await restarted();
      await nothingIsLost(service);
      // What one process seals, the processes of the step before open.
      await service.tokens.keys.rotate({ kind: 'cli', name: 'operator' });
      assert.ok(await before.tokens.keys.current());
      assert.equal((await change(service)).status, 204);
      assert.deepEqual(await openCursor(service), POSITION);
    });

    test('4: everything is sealed under the new key, while the processes run', async () => {
      const running = await restarted();
      const { stdout } = await paste(folder, variables, blocks[3] ?? '');
      const [, ...lines] = stdout.trimEnd().split('\n');
      const { storage, vault } = running.context;
      const uses = await countKeys(storage.db, vault);
      const [current, previous, ...others] = uses;
      assert.deepEqual([previous?.secrets, others], [0, []]);
      assert.deepEqual(
        lines.map((line) => line.split(/ {2,}/)),
        [
          ['production', current?.key_id, lines[0]?.split(/ {2,}/)[2], '0'],
          ['environment', 'key_id', 'key', 'secrets'],
          ['production', current?.key_id, 'current', String(current?.secrets)],
          ['production', previous?.key_id, 'previous', '0'],
        ],
      );
      await nothingIsLost(running);
      const again = await paste(folder, variables, 'tollgate master-key rotate --json');
      const done = { environment: 'production', key_id: current?.key_id, resealed: 0, unopened: 0 };
      assert.deepEqual(JSON.parse(again.stdout), { items: [done] });
      const told = await storage.db
        .selectFrom('audit_log')
        .select('target')
        .where('action', '=', 'master-key.rotate')
        .execute();
      assert.deepEqual(told, [{ target: 'master-key' }], 'what changes nothing is in no log');
    });

    test('5: the old key is not needed any more', async () => {
      // The markets of this test do not answer the doctor.
      const code = blocks[4]?.replace('tollgate doctor', 'tollgate doctor || true');
      const pasted = await paste(folder, variables, code ?? '');
      variables = pasted.variables;
      const wrong = pasted.stdout.split('\n').filter((line) => line.startsWith('WRONG'));
      assert.deepEqual(
        wrong.filter((line) => !/ at (STEAM|PG): /.test(line)),
        [],
      );
      assert.equal(variables.TOLLGATE_MASTER_KEY_PREVIOUS_FILE, undefined);
      assert.match(pasted.stdout, /^ok {4}production: The master key matches the data\.$/m);
      const service = await restarted();
      await nothingIsLost(service);
      assert.equal(await openCursor(service), 'INVALID_CURSOR');
    });
  },
  { kinds: EITHER },
);
