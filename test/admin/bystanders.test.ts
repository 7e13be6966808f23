// What one person does with an account changes nothing of another's: sessions, factors, roles, invitations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { printJson } from '../../src/base/json.ts';
import { EITHER } from '../support/databases.ts';
import { type Gate, suite } from '../support/harness.ts';
import { ADMIN_TOKEN, admin } from './caller.ts';
import {
  codeNow,
  newEmail,
  newMember,
  newOwner,
  PASSWORD,
  SAME_ORIGIN,
  signIn,
  type Visitor,
} from './visitor.ts';

const STEP = 30_000;

/** Rows of accounts, without those of one person, and without when somebody was last seen. */
async function othersRows({ service }: Gate, accountId: string, email: string): Promise<object> {
  const { db } = service.context.storage;
  const all: Record<string, unknown> = {};
  for (const { name, columns } of await db.introspection.getTables()) {
    const named = /^(account_id|email|token_id)$/;
    const column = columns.find((each) => named.test(each.name))?.name;
    if (column === undefined) continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      db,
    );
    all[name] = rows
      .filter((row) => row[column] !== accountId && row[column] !== email)
      .map(({ seen_at: _, ...row }) => printJson(row))
      .sort();
  }
  return all;
}

async function enrol(gate: Gate, who: Visitor): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await who.send('POST', '/session/totp', { password: PASSWORD })).body;
  const code = codeNow(gate, secret);
  const confirmed = await who.send('POST', '/session/totp/confirm', { code });
  assert.equal(confirmed.status, 200, printJson(confirmed.body));
  return { secret, codes: confirmed.body.recovery_codes };
}

suite(
  'bystanders',
  (gate) => {
    test('nothing that a member does or that is done to a member changes the others', async () => {
      const owner = await signIn(gate, await newOwner(gate));
      const one = (await gate.createApp()).gameIndex;
      const two = (await gate.createApp()).gameIndex;
      const other = await newMember(gate, owner, one, 'viewer');
      const me = await newMember(gate, owner, one, 'owner');
      const done = async (sent: Promise<{ status: number; body: unknown }>) => {
        const { status, body } = await sent;
        assert.ok(status < 300, `${status} ${printJson(body)}`);
        // biome-ignore lint/suspicious/noExplicitAny: a JSON answer has whatever shape the test asserts
        return body as any;
      };
      const roleIn = async (who: Visitor, gameIndex: number) => {
        const invited = await done(
          owner.send('POST', `/projects/${gameIndex}/invitations`, {
            email: who.email,
            role: 'viewer',
          }),
        );
        const token = invited.link.split('#')[1];
        return done(
          gate.send(
            'POST',
            '/admin/v1/invitations/accept',
            { token, password: PASSWORD },
            SAME_ORIGIN,
          ),
        );
      };
      for (const who of [other, me]) {
        await roleIn(who, two);
        await signIn(gate, who.email);
      }
      await enrol(gate, other);
      for (const project of [one, two]) {
        await done(
          owner.send('POST', `/projects/${project}/invitations`, {
            email: newEmail(),
            role: 'viewer',
          }),
        );
      }
      await done(owner.send('POST', '/invitations', { email: newEmail() }));
      for (const name of ['kept', 'ended'])
        await done(admin(gate, 'POST', '/admin-tokens', { name, scope: 'read' }));

      const { account_id } = (await me.send('GET', '/session')).body;
      const rows = () => othersRows(gate, account_id, me.email);
      const untouched = await rows();
      const theirs = async () => [
        (await other.send('GET', '/session')).body,
        (await other.send('GET', '/session/list')).body.items?.length,
        (await owner.send('GET', `/projects/${two}/members`)).body.items.length,
        (await owner.send('GET', `/projects/${two}/invitations`)).body.items.length,
        (await owner.send('GET', '/owners')).body.items.length,
      ];
      const shown = await theirs();

      const { secret, codes } = await enrol(gate, me);
      gate.now += STEP;
      await signIn(gate, me.email, { code: codeNow(gate, secret) });
      await signIn(gate, me.email, { code: codes[0] ?? '' });
      gate.now += STEP;
      await done(
        me.send('POST', '/session/totp/remove', {
          password: PASSWORD,
          code: codeNow(gate, secret),
        }),
      );
      const mine = await done(
        me.send('POST', `/projects/${one}/invitations`, { email: newEmail(), role: 'viewer' }),
      );
      const path = `/projects/${one}/invitations/${mine.invitation_id}`;
      assert.equal((await owner.send('DELETE', path.replace(`/${one}/`, `/${two}/`))).status, 404);
      await done(me.send('DELETE', path));
      const again = await signIn(gate, me.email);
      await done(again.send('DELETE', '/session'));
      const renewed = 'another battery of correct horses';
      for (const [password, new_password] of [
        [PASSWORD, renewed],
        [renewed, PASSWORD],
      ]) {
        await done(me.send('PUT', '/session/password', { password, new_password }));
      }
      assert.deepEqual([await rows(), await theirs()], [untouched, shown]);

      await done(owner.send('PATCH', `/projects/${one}/members/${account_id}`, { role: 'viewer' }));
      await done(owner.send('DELETE', `/projects/${one}/members/${account_id}`));
      assert.equal((await me.send('GET', `/projects/${one}`)).status, 404);
      assert.equal((await me.send('GET', `/projects/${two}`)).status, 200, 'still a member there');
      assert.deepEqual(await rows(), untouched);

      const invited = await done(owner.send('POST', '/invitations', { email: me.email }));
      const token = invited.link.split('#')[1];
      await done(
        gate.send(
          'POST',
          '/admin/v1/invitations/accept',
          { token, password: PASSWORD },
          SAME_ORIGIN,
        ),
      );
      assert.deepEqual(await rows(), untouched, 'one more owner');
      const boss = await signIn(gate, me.email);
      assert.equal((await boss.send('GET', '/owners')).status, 200);
    });
  },
  { adminToken: ADMIN_TOKEN, kinds: EITHER },
);
