// tollgate notices …, events …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { isRefusal } from '../audit/operation.ts';
import { connectEventTarget } from '../outbox/connect-event-target.ts';
import { EventTargetInput, readEventTarget, removeEventTarget } from '../outbox/event-targets.ts';
import {
  listAppNotices,
  NoticeName,
  NoticeQuery,
  replayNotice,
} from '../payment/notices/operations.ts';
import { Appid } from '../tenants/apps.ts';
import { GameIndex } from '../tenants/projects.ts';
import { addCommand } from './command.ts';
import { OneProject } from './projects.ts';

export function noticeCommands(program: Command): void {
  const notices = program.command('notices').description('notifications received from the markets');
  addCommand(notices, 'list', {
    summary: 'list the notifications of an app, newest first',
    input: Type.Object({ appid: Appid, ...NoticeQuery.properties }),
    args: ['appid'],
    run: ({ desk }, { appid, ...query }) => listAppNotices(desk, appid, query),
  });
  addCommand(notices, 'replay', {
    summary: 'have the running service process a notification again',
    input: NoticeName,
    args: ['appid', 'provider', 'notice_id'],
    run: ({ desk, actor }, input) => replayNotice(desk, actor, input),
  });
}

export function eventCommands(program: Command): void {
  const events = program.command('events').description('purchase events sent to a project');
  addCommand(events, 'set', {
    summary: 'set the URL that receives the purchase events of a project',
    input: Type.Object({ game_index: GameIndex, ...EventTargetInput.properties }),
    args: ['game_index', 'url'],
    run: ({ desk, actor }, input) => connectEventTarget(desk, actor, input),
  });
  addCommand(events, 'show', {
    summary: 'show the receiver',
    input: OneProject,
    args: ['game_index'],
    run: ({ desk }, input) => readEventTarget(desk, input.game_index),
  });
  addCommand(events, 'remove', {
    summary: 'remove the receiver; no more events are sent',
    input: OneProject,
    args: ['game_index'],
    async confirm({ desk }, { game_index }) {
      const found = await readEventTarget(desk, game_index);
      if (isRefusal(found)) return found;
      return {
        lost: `Project ${game_index} will send no more purchase events to ${found.url}, and the key ending in ${found.key_hint} will be deleted.`,
      };
    },
    run: ({ desk, actor }, input) => removeEventTarget(desk, actor, input.game_index),
  });
}
