// tollgate players …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { isRejection } from '../audit/operation.ts';
import { PlayerId } from '../identity/player-id.ts';
import { personalData } from '../personal-data.ts';
import { erasePlayer, readErasure } from '../players/erasure.ts';
import { exportPlayer } from '../players/export.ts';
import { addAppCommand } from './command.ts';
import { writeWhole } from './write-whole.ts';

const OnePlayer = Type.Object({ player_id: PlayerId });

export function playerCommands(program: Command): void {
  const players = program.command('players').description('personal data of players');
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
