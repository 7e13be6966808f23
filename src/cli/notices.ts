// tollgate notices …
import type { Command } from 'commander';
import {
  listAppNotices,
  NoticeName,
  NoticeQuery,
  replayNotice,
} from '../payment/notices/operations.ts';
import { addAppCommand, addCommand } from './command.ts';

export function noticeCommands(program: Command): void {
  const notices = program.command('notices').description('notifications received from the stores');
  addAppCommand(notices, 'list', {
    summary: 'list the notifications of an app, newest first',
    input: NoticeQuery,
    run: listAppNotices,
  });
  addCommand(notices, 'replay', {
    summary: 'have the running service process a notification again',
    input: NoticeName,
    args: ['appid', 'provider', 'notice_id'],
    run: ({ context, actor }, input) => replayNotice(context, actor, input),
  });
}
