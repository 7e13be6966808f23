// tollgate players …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { isRejection, type Rejection } from '../audit/operation.ts';
import { PlayerId } from '../identity/player-id.ts';
import { readSpending, type Spending } from '../payment/queries/spending.ts';
import { personalData } from '../personal-data.ts';
import { erasePlayer, readErasure } from '../players/erasure.ts';
import { exportPlayer } from '../players/export.ts';
import {
  listAccounts,
  listDevices,
  type PlayerAccount,
  type PlayerDevice,
} from '../players/logins.ts';
import {
  exceptPlayer,
  listHistory,
  type Player,
  readPlayer,
} from '../restriction/player-operations.ts';
import type { HistoryEntry } from '../restriction/restrictions.ts';
import { type AppCommand, addAppCommand } from './command.ts';
import { show } from './print.ts';
import { describeState, withRestrictions } from './restrictions.ts';
import { writeWhole } from './write-whole.ts';

const OnePlayer = Type.Object({ player_id: PlayerId });

export function playerCommands(program: Command): void {
  const players = program
    .command('players')
    .alias('player')
    .description('one player: state, purchases, personal data');
  addAppCommand(players, 'show', {
    summary: 'show the state of a player: restriction, purchases, accounts, devices, history',
    input: OnePlayer,
    args: ['player_id'],
    run: findPlayer,
    text: printPlayer,
  });
  addAppCommand(players, 'except', {
    summary: 'let a player log in on devices that are restricted with others; --end ends it',
    input: Type.Object({
      ...OnePlayer.properties,
      end: Type.Optional(Type.Boolean({ description: 'End the exception.' })),
    }),
    args: ['player_id'],
    run: (command, { player_id, end = false }) =>
      withRestrictions(command, (restrictions) =>
        exceptPlayer({ ...command, restrictions }, command.actor, { player_id, excepted: !end }),
      ),
    text: ({ player_id, device_exception: isExcepted }) =>
      isExcepted
        ? `Restricted devices of others do not keep player ${player_id} out.`
        : `Restricted devices of others keep player ${player_id} out.`,
  });
  addAppCommand(players, 'export', {
    summary: 'write everything that is stored about a player to a file, as JSON',
    input: Type.Object({
      ...OnePlayer.properties,
      file: Type.String({
        minLength: 1,
        description: 'File to write. An existing file is replaced once the export is complete.',
      }),
    }),
    args: ['player_id', 'file'],
    async run(command, { file, ...key }) {
      const found = await exportPlayer({ ...command, personalData }, command.actor, key);
      if (isRejection(found)) return found;
      await writeWhole(file, found.chunks());
      return { file };
    },
  });
  addAppCommand(players, 'erase', {
    summary: 'erase a player; purchases stay for bookkeeping, without the person',
    input: Type.Object({
      ...OnePlayer.properties,
      dry_run: Type.Optional(Type.Boolean({ description: 'Only show what would be erased.' })),
    }),
    args: ['player_id'],
    loses: ({ dry_run }) => dry_run !== true,
    async confirm(command, key) {
      const plan = await readErasure({ ...command, personalData }, key);
      if (isRejection(plan)) return plan;
      const rows = plan.tables.map(({ table, rows: count }) => `${table} ${count}`).join(', ');
      return {
        lost: `Player ${key.player_id} of app ${key.appid} will be erased (${rows || 'no rows'}).`,
        typed: key.player_id,
      };
    },
    run(command, { dry_run, ...key }) {
      const deps = { ...command, personalData };
      return dry_run
        ? readErasure(deps, key)
        : erasePlayer(deps, command.actor, { ...key, confirm: key.player_id });
    },
  });
}

const MOST_CHANGES = 10;

interface ShownPlayer extends Player {
  readonly spending: Spending;
  readonly accounts: readonly PlayerAccount[];
  readonly devices: readonly PlayerDevice[];
  /** Newest first. */
  readonly history: readonly HistoryEntry[];
}

function findPlayer(
  command: AppCommand,
  key: { readonly appid: string; readonly player_id: string },
): Promise<ShownPlayer | Rejection> {
  return withRestrictions(command, async (restrictions) => {
    const deps = { ...command, restrictions };
    const player = await readPlayer(deps, key);
    if (isRejection(player)) return player;
    const spending = await readSpending(command, key);
    if (isRejection(spending)) return spending;
    const accounts = await listAccounts(command, key);
    if (isRejection(accounts)) return accounts;
    const devices = await listDevices(command, key);
    if (isRejection(devices)) return devices;
    const history = await listHistory(deps, { ...key, limit: MOST_CHANGES });
    if (isRejection(history)) return history;
    return {
      ...player,
      spending,
      accounts: accounts.items,
      devices: devices.items,
      history: history.items,
    };
  });
}

/** Only where devices are restricted. */
function restrictedDevices({
  with_devices,
  by_device,
  device_exception,
}: Omit<Player, 'player_id'>) {
  return {
    ...(with_devices && { restricted_devices: with_devices.join(', ') }),
    ...(by_device && {
      restricted_by: by_device
        .map(({ did, player_id }) => `${did} (player ${player_id})`)
        .join(', '),
    }),
    ...(device_exception && { device_exception: 'yes' }),
  };
}

/** The state first, as support asks for it; the rest of the records is only in the JSON. */
function printPlayer({ spending, accounts, devices, history, ...player }: ShownPlayer): string {
  const money = spending.currencies.map(({ currency, spent, refunded }) =>
    refunded === '0' || /^0\.0*$/.test(refunded)
      ? `${spent} ${currency}`
      : `${spent} ${currency} (${refunded} refunded)`,
  );
  const facts = {
    player_id: player.player_id,
    state: describeState(player),
    purchases: [spending.purchases, ...money].join(', '),
    accounts: accounts.map(({ account_uuid }) => account_uuid).join(', '),
    devices: devices.map(({ did }) => did).join(', ') || '-',
    ...restrictedDevices(player),
  };
  const changes = history.map(({ at, action, actor, comment, after }) => ({
    at,
    action,
    by: `${actor.name} (${actor.kind})`,
    until: after?.status === 'P' ? 'permanent' : after?.end_date,
    type: after?.block_type,
    comment,
  }));
  return `${show(facts, false)}\n\n${show({ items: changes }, false)}`;
}
