// tollgate app …, key …, server …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { PageQuery } from '../base/paging.ts';
import { createKey, listKeys, revokeKey, rotateKey } from '../identity/certification-keys.ts';
import { listPriceKeys, revokePriceKey, rotatePriceKey } from '../identity/price-keys.ts';
import { Rotation } from '../identity/rotation.ts';
import {
  AppChange,
  Appid,
  AppQuery,
  changeApp,
  createApp,
  deleteApp,
  listApps,
  NewApp,
  readApp,
} from '../tenants/apps.ts';
import { listServers, removeServer, ServerId, ServerInput, setServer } from '../tenants/servers.ts';
import { addAppCommand, addCommand } from './command.ts';
import { lossOfApp } from './losses.ts';

const OneApp = Type.Object({ appid: Appid });
const OneServer = Type.Object({ server_id: ServerId });

export function appCommands(program: Command): void {
  const app = program.command('app').description('apps of a project');
  addCommand(app, 'create', {
    summary: 'create an app',
    input: NewApp,
    args: ['game_index', 'appid'],
    run: ({ context, actor }, input) => createApp(context, actor, input),
  });
  addCommand(app, 'list', {
    summary: 'list the apps of one project, or of all projects',
    input: AppQuery,
    run: ({ context }, input) => listApps(context, input),
  });
  addCommand(app, 'show', {
    summary: 'show an app',
    input: OneApp,
    args: ['appid'],
    run: ({ context }, input) => readApp(context, input.appid),
  });
  addCommand(app, 'set', {
    summary: 'change the name or time zone of an app',
    input: Type.Object({ appid: Appid, ...AppChange.properties }),
    args: ['appid'],
    run: ({ context, actor }, input) => changeApp(context, actor, input),
  });
  addCommand(app, 'delete', {
    summary: 'delete an app with all its data: purchases, restrictions, keys, settings',
    input: OneApp,
    args: ['appid'],
    confirm: ({ context }, input) => lossOfApp(context, input.appid),
    run: ({ context, actor }, input) => deleteApp(context, actor, input.appid),
  });
}

export function keyCommands(program: Command): void {
  const key = program.command('key').description('certification keys of an app');
  addAppCommand(key, 'create', {
    summary: 'create a key and print it once; an app can have two valid keys',
    run: ({ context, actor }, input) => createKey(context, actor, input),
  });
  addAppCommand(key, 'list', {
    summary: 'list the valid keys; shows only their last characters',
    run: (command) => listKeys(command),
  });
  addAppCommand(key, 'rotate', {
    summary: 'create a new key and print it once; the old one expires after a grace period',
    input: Rotation,
    run: ({ context, actor }, input) => rotateKey(context, actor, input),
  });
  addAppCommand(key, 'revoke', {
    summary: 'revoke a key immediately',
    input: Type.Object({
      key_id: Type.String({ description: 'Key id, from tollgate key list.' }),
    }),
    args: ['key_id'],
    confirm: (_, { appid, key_id }) => ({
      lost: `Key ${key_id} of app ${appid} will stop working immediately.`,
    }),
    run: ({ context, actor }, input) => revokeKey(context, actor, input),
  });
}

export function priceKeyCommands(program: Command): void {
  const key = program
    .command('price-key')
    .description('keys with which the app server signs custom prices');
  addAppCommand(key, 'list', {
    summary: 'list the valid custom price keys; shows only their last characters',
    run: (command) => listPriceKeys(command),
  });
  addAppCommand(key, 'rotate', {
    summary:
      'create a custom price key and print it once; the old one expires after a grace period',
    input: Rotation,
    run: ({ context, actor }, input) => rotatePriceKey(context, actor, input),
  });
  addAppCommand(key, 'revoke', {
    summary: 'revoke a custom price key immediately',
    input: Type.Object({
      key_id: Type.String({ description: 'Key id, from tollgate price-key list.' }),
    }),
    args: ['key_id'],
    confirm: (_, { appid, key_id }) => ({
      lost: `Custom price key ${key_id} of app ${appid} will stop working immediately.`,
    }),
    run: ({ context, actor }, input) => revokePriceKey(context, actor, input),
  });
}

export function serverCommands(program: Command): void {
  const server = program.command('server').description('server ids of an app');
  addAppCommand(server, 'add', {
    summary: 'add a server id, or rename it',
    input: Type.Object({ ...OneServer.properties, ...ServerInput.properties }),
    args: ['server_id'],
    run: ({ context, actor }, input) => setServer(context, actor, input),
  });
  addAppCommand(server, 'list', {
    summary: 'list server ids',
    input: PageQuery,
    run: listServers,
  });
  addAppCommand(server, 'remove', {
    summary: 'remove a server id',
    input: OneServer,
    args: ['server_id'],
    run: ({ context, actor }, input) => removeServer(context, actor, input),
  });
}
