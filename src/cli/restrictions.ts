// tollgate restrict, tollgate release
import type { Command } from 'commander';
import { Type } from 'typebox';
import { writeDate } from '../base/dates.ts';
import { PlayerId } from '../identity/player-id.ts';
import { type Player, releasePlayer, restrictPlayer } from '../restriction/player-operations.ts';
import { createRestrictions, type Restrictions } from '../restriction/restrictions.ts';
import { Comment, ScopeOrLogin, WithDevices } from '../restriction/schema.ts';
import { BlockType } from '../restriction/type-operations.ts';
import { type AppCommand, addAppCommand } from './command.ts';
import { UsageError } from './failure.ts';

const DAY_MS = 86_400_000;
const NO_END = '9999-12-31 23:59:59';

export function restrictCommand(program: Command): void {
  addAppCommand(program, 'restrict', {
    summary: 'restrict a player, permanently or for a time',
    input: Type.Object({
      player_id: PlayerId,
      block_type: Type.Integer({
        ...BlockType,
        description: 'Number of the restriction type, which says why.',
      }),
      days: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 36_500, description: 'For how many days.' }),
      ),
      until: Type.Optional(
        Type.String({
          minLength: 1,
          description: 'Last second, YYYY-MM-DD HH:mm:ss in the time zone of the app.',
        }),
      ),
      scope: ScopeOrLogin,
      with_devices: WithDevices,
      comment: Comment,
    }),
    args: ['player_id', 'block_type'],
    run(command, { appid: _, days, until, ...input }) {
      if (days !== undefined && until !== undefined) {
        throw new UsageError('set --days or --until, not both');
      }
      const { timeZone } = command.app;
      const now = command.context.clock();
      const end = days === undefined ? until : writeDate(now + days * DAY_MS, timeZone);
      const period = {
        status: end === undefined ? 'P' : 'B',
        start_date: writeDate(now, timeZone),
        end_date: end ?? NO_END,
      } as const;
      return withRestrictions(command, (restrictions) =>
        restrictPlayer(
          { ...command, restrictions },
          command.actor,
          { ...input, ...period },
          undefined,
        ),
      );
    },
    text: printPlayer,
  });
}

export function releaseCommand(program: Command): void {
  addAppCommand(program, 'release', {
    summary: 'release a player from the restriction',
    input: Type.Object({ player_id: PlayerId, scope: ScopeOrLogin, comment: Comment }),
    args: ['player_id'],
    run: (command, { appid: _, ...input }) =>
      withRestrictions(command, (restrictions) =>
        releasePlayer({ ...command, restrictions }, command.actor, input),
      ),
    text: printPlayer,
  });
}

export async function withRestrictions<T>(
  { context, directory }: AppCommand,
  work: (restrictions: Restrictions) => Promise<T>,
): Promise<T> {
  const restrictions = createRestrictions({ ...context, directory, onBatch() {} });
  try {
    return await work(restrictions);
  } finally {
    await restrictions.close();
  }
}

const printPlayer = (player: Player): string =>
  `Player ${player.player_id} is ${describeState(player)}.`;

/** Such as `restricted until 2026-12-01 00:00:00 (type 3), in chat permanently (type 4)`. */
export function describeState({
  restriction,
  restrictions = restriction ? [restriction] : [],
}: Pick<Player, 'restriction' | 'restrictions'>): string {
  if (restrictions.length === 0) return 'not restricted';
  const each = restrictions.map(
    ({ scope, status, start_date, end_date, block_type, in_effect }) => {
      const where = scope === undefined ? '' : ` in ${scope}`;
      const end = status === 'P' ? 'permanently' : `until ${end_date}`;
      const begin = in_effect ? '' : ` from ${start_date}`;
      return `${where}${begin} ${end} (type ${block_type})`;
    },
  );
  return `restricted${each.join(',')}`;
}
