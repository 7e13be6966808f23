// Notifications at the console: both channels, pausing, a test, dead letters with their answers, replayed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN, admin } from '../../admin/caller.ts';
import { newMember, newOwner, signIn } from '../../admin/visitor.ts';
import { letDie, openProject } from '../../outbox/channels.ts';
import { accept, answer, startGameServer } from '../../outbox/game-server.ts';
import { createProject, KEY } from '../../outbox/project.ts';
import { browserSuite } from '../../support/browser.ts';

/** Three days later a message is given up; until then it is tried a little more often than a page has rows. */
const GIVEN_UP = 74 * 3_600_000;
const BETWEEN = 1.4 * 3_600_000;
const PLAYER = 9_007_199_254_740_993n;
const REFUSAL = '<b>overloaded</b>';
/** Rows of a page. */
const PAGE = 50;

browserSuite(
  'notifications at the console',
  (gate, browser) => {
    test('a dead letter is shown with the answer seen, replayed, and delivered', async (t) => {
      const { gameIndex, server, restrict } = await createProject(gate, t);
      server.behave(answer(500, REFUSAL));
      await restrict([PLAYER]);
      for (let spent = 0; spent <= GIVEN_UP; spent += BETWEEN) {
        await gate.service.relay.turn();
        gate.now += BETWEEN;
      }
      const failures = server.received.length;
      server.behave(accept);
      const { page, open, signIn: enter, screenshots } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/p/${gameIndex}/notifications`);
      await page.getByRole('button', { name: /^Show msg_/ }).waitFor();
      await screenshots('notifications');
      await page.getByRole('button', { name: /^Show msg_/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('HTTP 500').first().waitFor();
      await dialog.getByText(REFUSAL).first().waitFor();
      await dialog.getByText('Request body').click();
      await dialog.getByText(`"player_id":${PLAYER}`).waitFor();
      assert.ok(failures > PAGE);
      await dialog.getByRole('row').nth(PAGE).waitFor();
      assert.equal(await dialog.getByRole('row').count(), PAGE + 1);
      await screenshots('dead-letter');
      await dialog.getByRole('button', { name: 'Replay' }).click();
      await page.getByText('1 queued again, 0 skipped as outdated.').waitFor();
      await page.getByText('No dead letters').waitFor();
      await gate.service.relay.turn();
      await server.arrival(failures + 1);
      assert.deepEqual(
        server
          .told()
          .at(-1)
          ?.map(({ player_id }) => player_id),
        [PLAYER],
      );
      await page.getByRole('tab', { name: 'Attempts' }).click();
      await page.getByText('Delivered').waitFor();
      await screenshots('attempts');
    });

    test('purchase events that died are shown, replayed together and delivered', async (t) => {
      const { gameIndex, servers, purchase } = await letDie(gate, t);
      const { received } = servers.purchase;
      const failures = received.length;
      const { page, open, signIn: enter, screenshots } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/p/${gameIndex}/notifications`);
      await page.getByText('Purchase events', { exact: true }).last().click();
      await page.getByText(servers.purchase.url, { exact: true }).nth(1).waitFor();
      await screenshots('purchase-events');
      await page.getByRole('button', { name: /^Show msg_/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Request body').click();
      await dialog.getByText(purchase.transaction_id).waitFor();
      await dialog.getByRole('row').nth(failures).waitFor();
      await screenshots('purchase-dead-letter');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Replay all' }).click();
      await dialog.getByText('Every event in them goes to the end of the queue.').waitFor();
      await dialog.getByRole('button', { name: 'Replay all' }).click();
      await page.getByText('1 queued again, 0 skipped as outdated.').waitFor();
      await page.getByText('No dead letters').waitFor();
      const events = page.getByRole('region', { name: 'Purchase events' });
      await events.getByText('1 message', { exact: true }).waitFor();
      await events.getByRole('button', { name: 'Pause' }).click();
      await events.getByText('Paused').waitFor();
      await gate.service.relay.turn();
      assert.equal(received.length, failures);
      await events.getByRole('button', { name: 'Resume' }).click();
      await events.getByRole('button', { name: 'Pause' }).waitFor();
      await gate.service.relay.turn();
      await servers.purchase.arrival(failures + 1);
      assert.equal(received.at(-1)?.body, received[0]?.body);
      await page.getByRole('tab', { name: 'Attempts' }).click();
      await page.getByText('Delivered').waitFor();
      await page.getByRole('region', { name: 'Restrictions' }).getByText('Up to date').waitFor();
    });

    test('a lane is paused, resumed and tested; without a receiver the page says what to do', async (t) => {
      const { gameIndex, server, restrict } = await createProject(gate, t);
      const { page, open, poll, comeBack, signIn: enter } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/p/${gameIndex}/notifications`);
      const restrictions = page.getByRole('region', { name: 'Restrictions' });
      const events = page.getByRole('region', { name: 'Purchase events' });
      await restrictions.getByText('Up to date').waitFor();
      await events.getByText('No event receiver is registered').waitFor();
      await restrictions.getByRole('button', { name: 'Pause' }).click();
      await restrictions.getByText('Paused').waitFor();
      await restrict([PLAYER]);
      await poll();
      await restrictions.getByText('1 message', { exact: true }).waitFor();
      await gate.service.relay.turn();
      assert.deepEqual(server.received, []);
      await restrictions.getByRole('button', { name: 'Resume' }).click();
      await restrictions.getByRole('button', { name: 'Pause' }).waitFor();
      await gate.service.relay.turn();
      await poll();
      await restrictions.getByText('Up to date').waitFor();
      assert.equal(server.told().flat().length, 1);

      server.behave(answer(503, REFUSAL));
      await restrictions.getByRole('button', { name: 'Send test message' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('The receiver did not accept the test message.').waitFor();
      await dialog.getByText(REFUSAL).waitFor();
      await page.keyboard.press('Escape');

      const receiver = await startGameServer();
      t.after(() => receiver.close());
      const path = `/projects/${gameIndex}/receivers/purchase`;
      await admin(gate, 'PUT', path, { url: receiver.url, key: KEY });
      await comeBack();
      await events.getByRole('button', { name: 'Send test message' }).click();
      await dialog.getByText('The receiver accepted the test message.').waitFor();
      assert.equal(receiver.received[0]?.headers['webhook-test'], '1');
    });

    test('events that a receiver lost are counted, sent again, and their progress is shown', async (t) => {
      const { gameIndex, servers } = await openProject(gate, t);
      await gate.service.relay.turn();
      const { received } = servers.purchase;
      assert.equal(received.length, 1);
      const { page, open, poll, signIn: enter, screenshots } = await browser.visit();
      await enter(await newOwner(gate));
      await open(`/p/${gameIndex}/notifications?lane=purchase&show=replays`);
      await page.getByText('No replays yet').waitFor();
      await page.getByRole('button', { name: 'Count', exact: true }).click();
      await page.getByText('Say from when on, or about which player.').waitFor();
      await page.getByLabel('From', { exact: true }).fill('2026-11-01T00:00:00');
      await page.getByRole('button', { name: 'Count', exact: true }).click();
      await page.getByText('Requests: 1. Events in them: 1, of which you asked for 1.').waitFor();
      await screenshots('replay-counted');
      const begin = page.getByRole('button', { name: 'Send again' });
      await begin.click();
      await page.getByText('0 / 1').waitFor();
      await page.getByRole('button', { name: /^Cancel / }).waitFor();
      gate.now += 1_000;
      await gate.service.relay.turn();
      assert.deepEqual(
        received.map(({ headers, body }) => [headers['webhook-id'], body]),
        [1, 2].map(() => [received[0]?.headers['webhook-id'], received[0]?.body]),
      );
      await poll();
      await page.getByText('1 / 1').waitFor();
      await page.getByText('Done', { exact: true }).waitFor();
      await screenshots('replays');
      assert.equal(await begin.count(), 0, 'something else has to be counted first');
    });

    test('a viewer sees the lanes but is offered no change', async (t) => {
      const { gameIndex } = await createProject(gate, t);
      const owner = await signIn(gate, await newOwner(gate));
      const viewer = await newMember(gate, owner, gameIndex, 'viewer');
      const { page, open, signIn: enter } = await browser.visit();
      await enter(viewer.email);
      await open(`/p/${gameIndex}/notifications`);
      await page.getByText('Up to date').waitFor();
      for (const name of ['Pause', 'Send test message', 'Replay all']) {
        assert.equal(await page.getByRole('button', { name }).count(), 0, name);
      }
    });
  },
  { adminToken: ADMIN_TOKEN },
);
