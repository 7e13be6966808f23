// tollgate app …, key …, server …
import type { Command } from 'commander';
import { Type } from 'typebox';
import {
  AppChange,
  Appid,
  AppQuery,
  changeApp,
  createApp,
  deleteApp,
  type Forget,
  listApps,
  NewApp,
  readApp,
} from '../apps/apps.ts';
import { createKey, listKeys, revokeKey, rotateKey } from '../apps/certification-keys.ts';
import { PageQuery } from '../apps/page.ts';
import { Rotation } from '../apps/rotation.ts';
import { listServers, removeServer, ServerId, ServerInput, setServer } from '../apps/servers.ts';
import { addCommand } from './command.ts';

const OneApp = Type.Object({ appid: Appid });
const OneServer = Type.Object({ appid: Appid, server_id: ServerId });

export function appCommands(program: Command, forget: readonly Forget[]): void {
  const app = program.command('app').description('apps of a project');
  addCommand(app, 'create', {
    summary: 'create an app',
    input: NewApp,
    args: ['game_index', 'appid'],
    run: ({ desk, actor }, input) => createApp(desk, actor, input),
  });
  addCommand(app, 'list', {
    summary: 'list apps, of one project or of all',
    input: AppQuery,
    run: ({ desk }, input) => listApps(desk, input),
  });
  addCommand(app, 'show', {
    summary: 'show an app',
    input: OneApp,
    args: ['appid'],
    run: ({ desk }, input) => readApp(desk, input.appid),
  });
  addCommand(app, 'set', {
    summary: 'change the name or the time zone of an app',
    input: Type.Object({ appid: Appid, ...AppChange.properties }),
    args: ['appid'],
    run: ({ desk, actor }, input) => changeApp(desk, actor, input),
  });
  addCommand(app, 'delete', {
    summary: 'delete an app with everything it has',
    input: OneApp,
    args: ['appid'],
    run: ({ desk, actor }, input) => deleteApp(desk, actor, input.appid, forget),
  });
}

export function keyCommands(program: Command): void {
  const key = program.command('key').description('certification keys of an app');
  addCommand(key, 'create', {
    summary: 'create a key and show it once; two may be valid at a time',
    input: OneApp,
    args: ['appid'],
    run: ({ desk, actor }, input) => createKey(desk, actor, input),
  });
  addCommand(key, 'list', {
    summary: 'list the valid keys by their last characters',
    input: OneApp,
    args: ['appid'],
    run: ({ desk }, input) => listKeys(desk, input.appid),
  });
  addCommand(key, 'rotate', {
    summary: 'create a key; the one before it ends after the grace period',
    input: Type.Object({ appid: Appid, ...Rotation.properties }),
    args: ['appid'],
    run: ({ desk, actor }, input) => rotateKey(desk, actor, input),
  });
  addCommand(key, 'revoke', {
    summary: 'end a key at once',
    input: Type.Object({ appid: Appid, key_id: Type.String() }),
    args: ['appid', 'key_id'],
    run: ({ desk, actor }, input) => revokeKey(desk, actor, input),
  });
}

export function serverCommands(program: Command): void {
  const server = program.command('server').description('server ids of an app');
  addCommand(server, 'add', {
    summary: 'add a server id, or rename it',
    input: Type.Object({ ...OneServer.properties, ...ServerInput.properties }),
    args: ['appid', 'server_id'],
    run: ({ desk, actor }, input) => setServer(desk, actor, input),
  });
  addCommand(server, 'list', {
    summary: 'list server ids',
    input: Type.Object({ appid: Appid, ...PageQuery.properties }),
    args: ['appid'],
    run: ({ desk }, input) => listServers(desk, input),
  });
  addCommand(server, 'remove', {
    summary: 'remove a server id',
    input: OneServer,
    args: ['appid', 'server_id'],
    run: ({ desk, actor }, input) => removeServer(desk, actor, input),
  });
}
