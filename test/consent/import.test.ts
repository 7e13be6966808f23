// Files of withdrawn consent from Google Play and Amazon: previewed, imported once per line, with what is wrong in a line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, newestAudit, problem } from '../admin/caller.ts';
import { newPlayer, SECOND } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { marketSuite } from '../support/markets.ts';
import { newInstall, openFamily } from './parent.ts';

marketSuite(
  'files of withdrawn consent',
  (gate, markets) => {
    const at = (before = 0): string => new Date(gate.now - before).toISOString();
    const report = (counts: object) => ({
      dry_run: false,
      ...{ lines: 0, new: 0, unchanged: 0, refused: 0, players: 0, refusals: [] },
      ...counts,
    });

    test('a preview writes nothing, an import restricts, and the same file again changes nothing', async () => {
      const family = await openFamily(gate, markets);
      await family.restrictFrom();
      const [player, install, unknown] = [newPlayer(), newInstall(), newInstall()];
      await family.logIn(player, { install_id: install });
      const file = `install_id,revoked_at\n${install},${at()}\n${unknown},${at(SECOND)}\n`;
      const preview = await family.import(file, 'provider=GOOGLE&dry_run=true');
      const counts = { lines: 2, new: 2, players: 1 };
      assert.deepEqual(preview, { ...report(counts), dry_run: true });
      assert.equal((await family.consent(player)).withdrawn, false);
      assert.deepEqual(
        await family.import(file, 'provider=GOOGLE&file=revoked.csv'),
        report(counts),
      );
      const { actor_kind, actor } = await family.restriction(player);
      assert.deepEqual([actor_kind, actor], ['consent', 'GOOGLE']);
      const [entry] = await newestAudit(gate, 1, 'consent.import');
      const source = { provider: 'GOOGLE', file: 'revoked.csv', lines: '2-3', new: 2 };
      assert.deepEqual(entry.after, source);
      assert.deepEqual(await family.import(file), report({ lines: 2, unchanged: 2 }));
      const event = { type: 'consent.withdrawn', providerId: 'GOOGLE' };
      assert.deepEqual(await family.events(), [
        { ...event, installId: install, playerId: player, restricted: true, date: gate.now },
        {
          ...event,
          installId: unknown,
          playerId: null,
          restricted: false,
          date: gate.now - SECOND,
        },
      ]);
      assert.equal((await family.history(player)).length, 1);
    });

    test('a line that says granted again releases the player, and only from this restriction', async () => {
      const family = await openFamily(gate, markets);
      await family.restrictFrom();
      const [player, both] = [newPlayer(), newPlayer()];
      const [install, other] = [newInstall(), newInstall()];
      await family.logIn(player, { install_id: install });
      for (const install_id of [install, other]) await family.logIn(both, { install_id });
      const rows = [install, other].map((id) => `${id},${at()},revoked`);
      await family.import(['userId,time,status', ...rows].join('\n'), 'provider=AMAZON');
      gate.now += SECOND;
      const again = `userId,time,status\n${install},${at()},granted\n`;
      assert.deepEqual(
        await family.import(again, 'provider=AMAZON'),
        report({ lines: 1, new: 1, players: 2 }),
      );
      assert.equal(await family.restriction(player), null);
      assert.equal((await family.restriction(both)).actor_kind, 'consent');
      assert.deepEqual((await family.history(player)).at(-1), {
        action: 'released',
        kind: 'consent',
        name: 'AMAZON',
      });
      const restored = {
        type: 'consent.restored',
        providerId: 'AMAZON',
        installId: install,
        reason: 'store',
        date: gate.now,
      };
      assert.deepEqual(
        (await family.events()).slice(-2),
        [
          { ...restored, playerId: player, released: true },
          { ...restored, playerId: both, released: false },
        ].toSorted((one, two) => one.playerId - two.playerId),
      );
    });

    test('lines that cannot be read are named, and the others imported', async () => {
      const family = await openFamily(gate, markets);
      const install = newInstall();
      const lines = [
        'Install ID;Revocation time;State',
        `${install};${at()};`,
        `;${at()};`,
        `${newInstall()};tomorrow;`,
        `${newInstall()};;`,
        `${newInstall()};${at()};maybe`,
        `${newInstall()};${at(-600_000)};`,
        `${install};${at()};given`,
        `${install};${at(SECOND)};given`,
      ];
      const refusal = (line: number, problem: string, reason: string) => ({
        line,
        problem,
        reason,
      });
      assert.deepEqual(
        await family.import(lines.join('\r\n')),
        report({
          ...{ lines: 8, new: 1, unchanged: 1, refused: 6 },
          refusals: [
            refusal(3, 'id', 'The id is empty, too long or has blanks in it.'),
            refusal(4, 'time', 'tomorrow is not a time, such as 2026-11-15T12:00:00Z.'),
            refusal(5, 'no_time', 'The line has no time. Say the date of the file.'),
            refusal(6, 'state', '“maybe” is neither withdrawn nor given.'),
            refusal(7, 'future', 'The time is in the future.'),
            refusal(
              8,
              'contradiction',
              'The store has said the opposite of the same time. Use a file with exact times.',
            ),
          ],
        }),
      );
    });

    test('a file of ids alone takes its date; more than one batch is the same file', async () => {
      const family = await openFamily(gate, markets);
      const ids = Array.from({ length: 1_001 }, newInstall);
      const file = `install_id\n${ids.join('\n')}\n${ids[0]}\n`;
      const query = `provider=GOOGLE&date=${at()}`;
      const counts = { lines: 1_002, new: 1_001, unchanged: 1 };
      const preview = await family.import(file, `${query}&dry_run=true`);
      assert.deepEqual(preview, { ...report(counts), dry_run: true });
      assert.deepEqual(await family.import(file, query), report(counts));
      assert.equal((await family.events()).length, 1_001);
    });

    test('a file without ids, an empty one, and a date that does not exist are refused', async () => {
      const family = await openFamily(gate, markets);
      const noId =
        'The first line must name the columns, with install_id (or user_id) for the id. Add it and import the file again.';
      for (const [file, more, detail, field] of [
        ['package,time\na,b\n', '', noId, ''],
        ['', '', 'The file is empty.', ''],
        ['id\n"open', '', 'A quoted cell has no closing quote.', ''],
        ['id\nx\n', '&date=2026-02-30T00:00:00Z', 'date must be a valid time.', 'date'],
      ] as const) {
        const query = `provider=GOOGLE${more}`;
        const answer = await family.import(file, query);
        const path = `${family.path}/consent/import`;
        const errors = [{ field, message: detail }];
        assert.deepEqual(answer, problem('invalid_request', path, detail, errors));
      }
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
