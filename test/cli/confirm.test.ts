// What cannot be undone is asked about first: on a terminal, or answered beforehand with --yes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setMarket } from '../../src/payment/settings/market-settings.ts';
import { openLedger } from '../payment/queries/records.ts';
import { EITHER } from '../support/databases.ts';
import { expectDone, type Gate, MASTER_KEY, PUBLIC_URL, suite } from '../support/harness.ts';
import { atTerminal, hasTerminal } from './terminal.ts';
import { tollgate, tollgateJson } from './tollgate.ts';

const variables = (gate: Gate) => ({
  ...gate.database.variables,
  TOLLGATE_MASTER_KEY: MASTER_KEY.toString('base64'),
  TOLLGATE_PUBLIC_URL: PUBLIC_URL,
});

const run = (gate: Gate, args: readonly string[], answer: string) =>
  atTerminal(variables(gate), args, answer);

suite(
  'tollgate asks before what cannot be undone',
  (gate) => {
    for (const args of [
      ['app', 'delete', 'com.a'],
      ['project', 'delete', '1'],
      ['key', 'revoke', 'com.a', 'k'],
      ['client', 'delete', 'c'],
      ['token', 'revoke', 't'],
      ['market', 'remove', 'com.a', 'STEAM'],
      ['market', 'remove-former', 'com.a', 'STRIPE'],
      ['product', 'remove', 'com.a', 'gem'],
      ['scope', 'remove', '1', 'fishing'],
      ['grant', 'revoke', 'com.a', '0a0a0a0a-0000-4000-8000-000000000001'],
      ['receiver', 'remove', '1', '--channel', 'restriction'],
      ['receiver', 'remove', '1', '--channel', 'purchase'],
    ]) {
      const command = args.slice(0, 2).join(' ');
      test(`without a terminal ${[command, ...args.slice(4)].join(' ')} needs --yes`, async () => {
        assert.deepEqual(await tollgate(variables(gate), args), {
          code: 2,
          stdout: '',
          stderr: `error: tollgate ${command} cannot be undone, and there is no terminal to confirm on. Add --yes to confirm.\n`,
        });
        const confirmed = await tollgate(variables(gate), [...args, '--yes']);
        assert.deepEqual([confirmed.code, confirmed.stdout], [1, '']);
        assert.match(confirmed.stderr, /^error: (There is no|Project 1 has no) /);
      });
    }

    test('nothing is deleted without --yes, and -y is as good', async () => {
      const { appid } = await gate.createApp();
      assert.equal((await tollgate(variables(gate), ['app', 'delete', appid])).code, 2);
      const shown = await tollgateJson(variables(gate), ['app', 'show', appid]);
      const deleted = await tollgateJson(variables(gate), ['app', 'delete', appid, '-y']);
      assert.deepEqual(deleted, shown);
    });

    test('a project, a client and receivers are named with what goes with them', async () => {
      const { gameIndex, clientId } = await gate.createApp({ appid: 'com.named' });
      const url = 'https://game.example/notify';
      const project = String(gameIndex);
      const set = [
        'receiver',
        'set',
        '--channel',
        'restriction',
        project,
        url,
        '--key',
        'k'.repeat(16),
        '--skip-test',
        'true',
      ];
      await tollgateJson(variables(gate), set);
      const events = [
        'receiver',
        'set',
        '--channel',
        'purchase',
        project,
        `${url}/events`,
        '--key',
        'e'.repeat(16),
      ];
      await tollgateJson(variables(gate), events);
      for (const [args, lost] of [
        [
          ['project', 'delete', project],
          `Project ${project} (com.named) will be deleted with all its data: 1 OAuth client.`,
        ],
        [
          ['client', 'delete', clientId],
          `Client ${clientId} (test) of project ${project} will be deleted, and its tokens will stop working immediately.`,
        ],
        [
          ['receiver', 'remove', project, '--channel', 'purchase'],
          `Tollgate will stop sending purchase events of project ${project} to ${url}/events, and the key ending in eeee will be deleted.`,
        ],
        [
          ['receiver', 'remove', project, '--channel', 'restriction'],
          `Tollgate will stop sending notifications of project ${project} to ${url}, and the key ending in kkkk will be deleted.`,
        ],
      ] as const) {
        assert.deepEqual(await tollgate(variables(gate), args, 'n\n'), {
          code: 1,
          stdout: '',
          stderr: `production: ${lost}\nThis cannot be undone. Continue? [y/N] error: Not confirmed. Nothing was changed.\n`,
        });
      }
    });

    if (!hasTerminal) return;

    test('app delete says what is lost and wants the appid; --json stays clean', async () => {
      const ledger = await openLedger(gate);
      const { appid } = ledger.app;
      await ledger.record();
      await ledger.record();
      const question = `production: App ${appid} (${appid}) will be deleted with all its data: 2 purchases.
This cannot be undone. Type ${appid} to continue: `;
      const refused = `\nerror: Not confirmed. Nothing was changed.\n`;
      const remove = ['app', 'delete', appid, '--json'];
      assert.deepEqual(await run(gate, remove, 'y\n'), {
        code: 1,
        terminal: `${question}y${refused}`,
        stdout: '',
      });
      const shown = await tollgateJson(variables(gate), ['app', 'show', appid]);
      assert.deepEqual(await run(gate, remove, `${appid}\n`), {
        code: 0,
        terminal: `${question}${appid}\n`,
        stdout: `${JSON.stringify(shown)}\n`,
      });
      assert.deepEqual(await run(gate, remove, ''), {
        code: 1,
        terminal: `error: There is no app ${appid}.\n`,
        stdout: '',
      });
    });
  },
  { kinds: EITHER },
);

/** How an answer is read does not depend on the database. */
suite(
  'tollgate reads the answer from the terminal',
  (gate) => {
    if (!hasTerminal) return;

    test('the others want y; an empty answer and the end of input are no', async () => {
      const { appid } = await gate.createApp();
      const steam = {
        appid,
        market: 'STEAM',
        settings: { steam_app_id: 480 },
        secrets: { publisher_key: 'secret' },
      } as const;
      expectDone(await setMarket(gate.service.context, { kind: 'system', name: 'test' }, steam));
      const question = `production: The STEAM settings and secrets (publisher_key) of app ${appid} will be deleted, and Tollgate can no longer verify its purchases there.
This cannot be undone. Continue? [y/N] `;
      const remove = ['market', 'remove', appid, 'STEAM', '--json'];
      for (const answer of ['\n', 'n\n', '\x04']) {
        const { code, terminal, stdout } = await run(gate, remove, answer);
        assert.deepEqual([code, stdout], [1, '']);
        assert.ok(terminal.startsWith(question), terminal);
        assert.ok(terminal.endsWith('\nerror: Not confirmed. Nothing was changed.\n'), terminal);
      }
      const { items } = await tollgateJson(variables(gate), ['market', 'list', appid]);
      const { code, terminal, stdout } = await run(gate, remove, 'Y\n');
      assert.deepEqual([code, terminal, items], [0, `${question}Y\n`, [JSON.parse(stdout)]]);
    });

    test('with --yes nothing is asked on a terminal either', async () => {
      const { appid } = await gate.createApp();
      const { code, terminal } = await run(gate, ['app', 'delete', appid, '--yes'], '');
      assert.deepEqual([code, terminal], [0, '']);
    });
  },
  { kinds: ['sqlite'] },
);
