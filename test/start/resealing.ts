// Sealing everything anew under load: cut off in the middle, two at once, and changes meanwhile.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { SYSTEM } from '../../src/audit/audit.ts';
import { createVault, type Vault } from '../../src/base/vault.ts';
import { rotateReceiverKey } from '../../src/outbox/receiver-rotation.ts';
import { registerReceiver } from '../../src/outbox/receivers.ts';
import type { Service } from '../../src/service.ts';
import { openSecrets } from '../../src/start/master-key.ts';
import { countKeys, findProblems } from '../../src/start/master-key-change.ts';
import { isBusy } from '../../src/storage/failure.ts';
import { reseal } from '../../src/storage/reseal.ts';
import { placeIn } from '../../src/storage/sealed.ts';
import { tollgateProcess } from '../cli/tollgate.ts';
import { type Gate, MASTER_KEY, suite } from '../support/harness.ts';

export const NEW_KEY = Buffer.alloc(32, 8);
const AT_ONCE = 200;
const FIRST = 5_000;
/** One of as many ends before all is done. */
const CUTS = 20;

const vaultOf = (masterKey: Buffer, ...previousKeys: Buffer[]): Vault =>
  createVault({ masterKey, previousKeys, environment: 'production' });

async function fill(gate: Gate, receivers: number, keys: Map<number, string>): Promise<void> {
  const { storage, vault } = gate.service.context;
  for (let start = FIRST; start < FIRST + receivers; start += AT_ONCE) {
    const numbers = Array.from({ length: AT_ONCE }, (_, index) => start + index);
    await storage.db
      .insertInto('project')
      .values(numbers.map((each) => ({ game_index: each, name: `${each}`, created_at: gate.now })))
      .execute();
    const rows = numbers.map((game_index) => {
      const row = { game_index, channel: 'purchase' as const };
      keys.set(game_index, `first-key-of-project-${game_index}`);
      const place = placeIn('receiver', 'sealed_key', row);
      return {
        ...row,
        url: `https://game-${game_index}.example/events`,
        sealed_key: vault.seal(keys.get(game_index) ?? '', place),
        updated_at: gate.now,
        sealed_old_key: null,
        old_key_ends_at: null,
        sealed_bearer: null,
        restriction_events: 0 as const,
      };
    });
    await storage.db.insertInto('receiver').values(rows).execute();
  }
}

/** The ring of a process that seals everything anew. */
export const BOTH = vaultOf(NEW_KEY, MASTER_KEY);

/** Begins to seal everything under the new key, and ends in the middle, unless all is done before. */
type CutOff = (gate: Gate, variables: Record<string, string>) => Promise<void>;

export function resealSuite(receivers: number, cutOff: CutOff): void {
  suite('sealing everything anew', (gate) => {
    /** The key that each receiver must have. */
    const keys = new Map<number, string>();
    const old = vaultOf(MASTER_KEY, NEW_KEY);
    let variables: Record<string, string>;
    before(async () => {
      assert.ok(await openSecrets(gate.service.context));
      await fill(gate, receivers, keys);
      variables = {
        ...gate.database.variables,
        SANDBOX_PORT: 'off',
        TOLLGATE_MASTER_KEY: NEW_KEY.toString('base64'),
        TOLLGATE_MASTER_KEY_PREVIOUS: MASTER_KEY.toString('base64'),
      };
    });

    const counts = async (): Promise<Record<string, number>> => {
      const uses = await countKeys(gate.service.context.storage.db, BOTH);
      return Object.fromEntries(uses.map(({ key, secrets }) => [key, secrets]));
    };

    test('cut off in the middle: what is done opens, the rest as well', async () => {
      const { db } = gate.service.context.storage;
      await cutOff(gate, variables);
      for (let tries = 1; !(await counts()).previous; tries++) {
        assert.ok(tries < CUTS, 'each time, all was sealed anew before the end');
        await reseal(db, old, {
          needs: (text) => !text.includes(old.masters[0]?.id ?? ''),
          open: ({ text, place }) => old.open(text, place),
        });
        await cutOff(gate, variables);
      }
      const { current = 0, previous = 0 } = await counts();
      assert.ok(current > 0 && previous > 0, `${current} and ${previous}`);
      assert.deepEqual(await findProblems(db, BOTH), []);
    });

    test('two at once beside a service that changes secrets: all is under the new key, no change is lost', async () => {
      const service = await gate.secondService({
        masterKey: NEW_KEY,
        previousKeys: [MASTER_KEY],
      });
      const { code, stdout } = await beside(service, async () => {
        const args = ['master-key', 'rotate', '--json'];
        const [one, other] = await Promise.all([
          tollgateProcess(variables, args),
          tollgateProcess(variables, args),
        ]);
        assert.equal(other.code, 0, other.stderr);
        return one;
      });
      assert.equal(code, 0, stdout);
      const { previous, ...rest } = await counts();
      assert.equal(previous, 0);
      assert.deepEqual(Object.keys(rest), ['current']);
      const next = vaultOf(NEW_KEY);
      const { db } = service.context.storage;
      assert.deepEqual(await findProblems(db, next), []);
      const rows = await db.selectFrom('receiver').selectAll().execute();
      const actual = rows.map((row) => [
        row.game_index,
        next.unseal(row.sealed_key, placeIn('receiver', 'sealed_key', row)),
      ]);
      assert.deepEqual(new Map(actual as [number, string][]), keys);
    });

    /** Changes keys and URLs of receivers, one after the other, until the work is done. */
    async function beside<T>(service: Service, work: () => Promise<T>): Promise<T> {
      let isDone = false;
      const result = work().finally(() => {
        isDone = true;
      });
      for (let turn = 0; !isDone; turn++) {
        const lane = { game_index: FIRST + ((turn * 7) % receivers), channel: 'purchase' } as const;
        const key = `key-${turn}-of-project-${lane.game_index}`;
        const url = `https://game-${lane.game_index}.example/${turn}`;
        const change =
          turn % 2 === 0
            ? rotateReceiverKey(service.context, SYSTEM, { ...lane, key, grace_seconds: 0 })
            : // Keeps the key.
              registerReceiver(service.context, SYSTEM, { ...lane, url });
        const isMade = await change.then(
          () => true,
          // SQLite has one writer at a time; the caller would try again.
          (error: unknown) => (isBusy(error) ? false : Promise.reject(error)),
        );
        if (isMade && turn % 2 === 0) keys.set(lane.game_index, key);
        // The others need the processors, too.
        await setTimeout(1);
      }
      return result;
    }
  });
}
