// tollgate notices …
import type { Command } from 'commander';
import { Type } from 'typebox';
import {
  listAppNotices,
  NoticeName,
  NoticeQuery,
  replayNotice,
} from '../payment/notices/operations.ts';
import { Appid } from '../tenants/apps.ts';
import { addCommand } from './command.ts';

export function noticeCommands(program: Command): void {
  const notices = program.command('notices').description('notifications received from the stores');
  addCommand(notices, 'list', {
    summary: 'list the notifications of an app, newest first',
    input: Type.Object({ appid: Appid, ...NoticeQuery.properties }),
    args: ['appid'],
    run: ({ context }, { appid, ...query }) => listAppNotices(context, appid, query),
  });
  addCommand(notices, 'replay', {
    summary: 'have the running service process a notification again',
    input: NoticeName,
    args: ['appid', 'provider', 'notice_id'],
    run: ({ context, actor }, input) => replayNotice(context, actor, input),
  });
}
