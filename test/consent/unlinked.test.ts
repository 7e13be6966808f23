// Consent is withdrawn for a download from which no player has logged in: the operators of the project learn of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../admin/caller.ts';
import { DAY, newPlayer } from '../restriction/players.ts';
import { EITHER } from '../support/databases.ts';
import { marketSuite } from '../support/markets.ts';
import { type Family, newDownload, newInstall, openFamily } from './parent.ts';

const MINUTE = 60_000;

marketSuite(
  'consent withdrawn for nobody who is known',
  (gate, markets) => {
    async function alerts({ app }: Family): Promise<object[]> {
      gate.now += MINUTE;
      await gate.service.alerts.turn();
      const { body } = await admin(gate, 'GET', `/projects/${app.gameIndex}/alerts`);
      return body.items
        .filter(({ closed_at }: { closed_at: unknown }) => closed_at === null)
        .map(({ kind, title, text, page }: Record<string, string>) => ({
          kind,
          title,
          text,
          page,
        }));
    }
    const alertOf = ({ app: { appid } }: Family, downloads: string) => ({
      kind: 'consent_unlinked',
      title: `Consent for ${appid} was withdrawn, and no player is known for it`,
      text: `${downloads} in the last 7 days. Nobody is restricted until a player logs in from it: send app_transaction_id or install_id with each login. The events consent.withdrawn name the downloads.`,
      page: `/a/${appid}/settings/consent`,
    });

    test('an alert until a player logs in from each', async () => {
      const family = await openFamily(gate, markets);
      const [linked, unknown, install] = [newDownload(), newDownload(), newInstall()];
      await family.logIn(newPlayer(), { app_transaction_id: linked });
      await family.withdraw(linked);
      assert.deepEqual(await alerts(family), []);
      await family.withdraw(unknown);
      await family.import(`id,time\n${install},${new Date(gate.now).toISOString()}\n`);
      assert.deepEqual(await alerts(family), [alertOf(family, '2 downloads')]);
      await family.logIn(newPlayer(), { app_transaction_id: unknown });
      assert.deepEqual(await alerts(family), [alertOf(family, 'One download')]);
      await family.logIn(newPlayer(), { install_id: install });
      assert.deepEqual(await alerts(family), []);
    });

    test('it ends when consent is given again, or after a week', async () => {
      const family = await openFamily(gate, markets);
      const [again, late] = [newInstall(), newInstall()];
      const line = (install: string, state: string) =>
        `id,time,state\n${install},${new Date(gate.now).toISOString()},${state}\n`;
      await family.import(line(again, 'withdrawn'));
      assert.deepEqual(await alerts(family), [alertOf(family, 'One download')]);
      gate.now += DAY;
      await family.import(line(again, 'given'));
      assert.deepEqual(await alerts(family), []);
      await family.import(line(late, 'withdrawn'));
      gate.now += 7 * DAY - MINUTE;
      assert.deepEqual(await alerts(family), [alertOf(family, 'One download')]);
      assert.deepEqual(await alerts(family), []);
    });
  },
  { kinds: EITHER, adminToken: ADMIN_TOKEN },
);
