// Secrets of release 0.1, which were not bound to their places: bound by the first start, then never accepted again.
import assert from 'node:assert/strict';
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { createVault, isOlderForm, nameOf } from '../../src/base/vault.ts';
import { readMarketSecrets } from '../../src/payment/settings/market-settings.ts';
import { openSecrets } from '../../src/start/master-key.ts';
import { findProblems } from '../../src/start/master-key-change.ts';
import { readSealed, type Stored } from '../../src/storage/reseal.ts';
import { SEALED } from '../../src/storage/sealed.ts';
import { openStorage } from '../../src/storage/storage.ts';
import { tollgate } from '../cli/tollgate.ts';
import { fillSealed, type Sealed, steamOf } from '../storage/sealed.ts';
import { MASTER_KEY, suite } from '../support/harness.ts';

const SAMPLE = 'sealed under the master key of this installation';

function sealOlder(plain: string): string {
  const secret = Buffer.from(hkdfSync('sha256', MASTER_KEY, '', 'tollgate credentials', 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce);
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return `v1.${Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')}`;
}

suite('secrets of release 0.1', (gate) => {
  let sealed: Sealed;
  const plains = new Map<string, string>();

  async function stored(): Promise<Stored[]> {
    const all: Stored[] = [];
    for await (const batch of readSealed(gate.service.context.storage.db)) all.push(...batch);
    return all;
  }

  async function write({ place }: Pick<Stored, 'place'>, text: string): Promise<void> {
    const { key } = SEALED[place.table as keyof typeof SEALED];
    await sql`update ${sql.table(place.table)} set ${sql.ref(place.column)} = ${text}
      where (${sql.join(key.map((name) => sql.ref(name)))}) = (${sql.join(place.key)})`.execute(
      gate.service.context.storage.db,
    );
  }

  const writeSample = async (value: string): Promise<void> => {
    const { db } = gate.service.context.storage;
    await db
      .insertInto('setting')
      .values({ name: 'master_key_sample', value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  };

  /** What a start does before it serves: with connections and keys of its own. */
  const start = async () => {
    const storage = openStorage(gate.database.storage('production'));
    const vault = createVault({ masterKey: MASTER_KEY, environment: 'production' });
    try {
      return await openSecrets({ ...gate.service.context, storage, vault });
    } finally {
      await storage.close();
    }
  };
  const formsLeft = async () => (await stored()).filter(({ text }) => isOlderForm(text)).length;

  beforeEach(async () => {
    const { vault } = gate.service.context;
    sealed ??= await fillSealed(gate);
    for (const each of await stored()) {
      const plain = plains.get(nameOf(each.place)) ?? vault.unseal(each.text, each.place);
      plains.set(nameOf(each.place), plain);
      await write(each, sealOlder(plain));
    }
    await writeSample(sealOlder(SAMPLE));
  });

  async function everythingOpens(): Promise<void> {
    const { vault } = gate.service.context;
    for (const { place, text } of await stored()) {
      assert.equal(vault.unseal(text, place), plains.get(nameOf(place)), nameOf(place));
    }
    for (const app of sealed.apps) {
      const market = await readMarketSecrets(gate.service.context, app.appid, 'STEAM');
      assert.deepEqual(market?.secrets, steamOf(app).secrets);
    }
  }

  test('the first start binds all of them, the second finds nothing to do', async () => {
    assert.deepEqual(await start(), { bound: plains.size });
    await everythingOpens();
    assert.deepEqual(await start(), { bound: 0 });
  });

  test('two processes that start together bind each of them once', async () => {
    const bound = (await Promise.all([start(), start(), start()])).map((each) => each?.bound);
    assert.equal(
      bound.reduce((sum: number, each) => sum + (each ?? 0), 0),
      plains.size,
    );
    await everythingOpens();
  });

  test('a start that was cut off is taken up by the next one', async () => {
    const { vault } = gate.service.context;
    const [first, second] = await stored();
    for (const each of [first, second]) {
      assert.ok(each);
      await write(each, vault.seal(plains.get(nameOf(each.place)) ?? '', each.place));
    }
    assert.deepEqual(await start(), { bound: plains.size - 2 });
    await everythingOpens();
  });

  test('before they are bound they do not open, so that none is used where it does not belong', async () => {
    const { vault } = gate.service.context;
    for (const { place, text } of await stored()) assert.equal(vault.open(text, place), undefined);
  });

  test('afterwards an old text that is put back is refused, also after a restart', async () => {
    const old = (await stored()).find(({ place }) => place.table === 'market_setting');
    assert.ok(old);
    await start();
    await write(old, old.text);
    assert.deepEqual(await start(), { bound: 0 });
    assert.equal(await formsLeft(), 1);
    const { storage, vault } = gate.service.context;
    const problem = `${nameOf(old.place)} is in the form of an older release, which opens only when Tollgate is upgraded. Set it again.`;
    assert.deepEqual(await findProblems(storage.db, vault), [problem]);
    const rotated = await tollgate(
      {
        ...gate.database.variables,
        SANDBOX_PORT: 'off',
        TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
      },
      ['master-key', 'rotate'],
    );
    assert.equal(rotated.code, 1);
    assert.equal(
      rotated.stderr,
      `error: These secrets do not open: production: ${nameOf(old.place)}. Keep the earlier keys, and run tollgate doctor to see why.\n`,
    );
    assert.equal(await formsLeft(), 1);
  });

  test('deleting the sample does not make them acceptable again', async () => {
    await start();
    const [one] = await stored();
    assert.ok(one);
    await write(one, sealOlder(plains.get(nameOf(one.place)) ?? ''));
    await gate.service.context.storage.db.deleteFrom('setting').execute();
    assert.deepEqual(await start(), { bound: 0 });
    assert.equal(await formsLeft(), 1);
  });

  test('a sample of the old form that was not sealed with the master key is the wrong key', async () => {
    await writeSample(`v1.${randomBytes(60).toString('base64url')}`);
    assert.equal(await start(), undefined);
    assert.equal(await formsLeft(), plains.size);
  });
});
