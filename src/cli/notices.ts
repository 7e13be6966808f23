// tollgate notices …, events …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { connectEventTarget } from '../admin/event-targets.ts';
import { Appid } from '../apps/apps.ts';
import { EventTargetInput, readEventTarget, removeEventTarget } from '../apps/event-targets.ts';
import { GameIndex } from '../apps/projects.ts';
import { listAppNotices, NoticeName, NoticeQuery, replayNotice } from '../payment/notices-desk.ts';
import { addCommand } from './command.ts';
import { OneProject } from './projects.ts';

export function noticeCommands(program: Command): void {
  const notices = program.command('notices').description('what the markets told by themselves');
  addCommand(notices, 'list', {
    summary: 'notices of an app, newest first',
    input: Type.Object({ appid: Appid, ...NoticeQuery.properties }),
    args: ['appid'],
    run: ({ desk }, { appid, ...query }) => listAppNotices(desk, appid, query),
  });
  addCommand(notices, 'replay', {
    summary: 'have a notice applied once more by the running service',
    input: NoticeName,
    args: ['appid', 'provider', 'notice_id'],
    run: ({ desk, actor }, input) => replayNotice(desk, actor, input),
  });
}

export function eventCommands(program: Command): void {
  const events = program.command('events').description('where a project is told of its purchases');
  addCommand(events, 'set', {
    summary: 'register the receiver of events, or change it',
    input: Type.Object({ game_index: GameIndex, ...EventTargetInput.properties }),
    args: ['game_index', 'url'],
    run: ({ desk, actor }, input) => connectEventTarget(desk, actor, input),
  });
  addCommand(events, 'show', {
    summary: 'show the registration',
    input: OneProject,
    args: ['game_index'],
    run: ({ desk }, input) => readEventTarget(desk, input.game_index),
  });
  addCommand(events, 'remove', {
    summary: 'remove the registration: nothing more is told',
    input: OneProject,
    args: ['game_index'],
    run: ({ desk, actor }, input) => removeEventTarget(desk, actor, input.game_index),
  });
}
