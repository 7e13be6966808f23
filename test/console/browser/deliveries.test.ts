// Was the game server told about this player? Answered at the console, with what was sent, and sent again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN_TOKEN } from '../../admin/caller.ts';
import { newMember, newOwner, signIn } from '../../admin/visitor.ts';
import { accept, answer } from '../../outbox/game-server.ts';
import { createProject } from '../../outbox/project.ts';
import { browserSuite } from '../../support/browser.ts';

const PLAYER = 9_007_199_254_740_993n;
const HOUR = 3_600_000;

browserSuite(
  'what was sent at the console',
  (gate, browser) => {
    test('the notifications about a player, the request with its answers, and one sent again', async (t) => {
      const { gameIndex, server, restrict } = await createProject(gate, t);
      server.behave(answer(503, 'down for maintenance', { 'retry-after': '60' }));
      await restrict([PLAYER, 5n]);
      await gate.service.relay.turn();
      server.behave(accept);
      gate.now += HOUR;
      await gate.service.relay.turn();
      const visit = await browser.visit();
      const { page } = visit;
      await visit.signIn(await newOwner(gate));
      await visit.open(`/p/${gameIndex}/notifications`);
      await page.getByRole('tab', { name: 'Player' }).click();
      await page.getByText('Choose a player').waitFor();
      await page.getByRole('textbox', { name: 'Player ID' }).fill('somebody');
      await page.getByRole('button', { name: 'Find notifications' }).click();
      await page.getByText('A player ID is a number of up to 19 digits.').waitFor();
      await page.getByRole('textbox', { name: 'Player ID' }).fill(String(PLAYER));
      await page.getByRole('button', { name: 'Find notifications' }).click();
      const table = page.getByRole('table', { name: 'Notifications about the player' });
      await table.getByText('Delivered').waitFor();
      await table.getByText('until 2030-01-01 00:00:00').waitFor();

      await page.getByRole('button', { name: 'Send again' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('An older state is never sent.').waitFor();
      await dialog.getByRole('button', { name: 'Send again' }).click();
      await page.getByText('Queued. The game server gets it in a moment.').waitFor();
      await table.getByText('Waiting').waitFor();
      await gate.service.relay.turn();
      await visit.poll();
      await table.getByText('Sent again').waitFor();
      await table.getByText('Waiting').waitFor({ state: 'detached' });
      assert.equal(server.told().length, 3);
      await visit.screenshots('player-deliveries');

      await table
        .getByRole('button', { name: /^Request msg_/ })
        .last()
        .click();
      await dialog.getByText('HTTP 503').waitFor();
      await dialog.getByText('down for maintenance').waitFor();
      await dialog.getByText('retry-after: 60').waitFor();
      await dialog.getByText(`"player_id":${PLAYER}`).waitFor();
      await visit.screenshots('request');
      await page.keyboard.press('Escape');

      await page.getByRole('tab', { name: 'Attempts' }).click();
      await page
        .getByRole('button', { name: /^Request msg_/ })
        .first()
        .click();
      await dialog.getByText(`"player_id":${PLAYER}`).waitFor();
    });

    test('a viewer reads it and sends nothing; in Korean as well', async (t) => {
      const { gameIndex, restrict } = await createProject(gate, t);
      await restrict([7n]);
      await gate.service.relay.turn();
      const visit = await browser.visit({ inKorean: true });
      const { page } = visit;
      const owner = await signIn(gate, await newOwner(gate));
      const viewer = await newMember(gate, owner, gameIndex, 'viewer');
      await visit.signIn(viewer.email);
      await visit.open(`/p/${gameIndex}/notifications?show=player&player=7`);
      const table = page.getByRole('table', { name: '플레이어에 대한 알림' });
      await table.getByText('전달됨').waitFor();
      assert.equal(await page.getByRole('button', { name: '다시 보내기' }).count(), 0);
      await visit.screenshots('player-deliveries-ko');
      await visit.go(`/p/${gameIndex}/notifications?show=player&player=8`);
      await page.getByText('이 플레이어에 대한 알림이 없습니다').waitFor();
    });
  },
  { adminToken: ADMIN_TOKEN },
);
