// tollgate replay …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { isRejection, type Rejection } from '../audit/operation.ts';
import { PageQuery } from '../base/paging.ts';
import type { KnownPlayer } from '../identity/personal-data.ts';
import type { Channels } from '../outbox/channel.ts';
import { type OutboxLane, ReceiverId } from '../outbox/receivers.ts';
import {
  beginReplay,
  cancelReplay,
  listReplays,
  planReplay,
  ReplayId,
  ReplayInput,
  readReplay,
} from '../outbox/replay/operations.ts';
import { playerOfFilter } from '../players/known-player.ts';
import { GameIndex } from '../tenants/projects.ts';
import { addCommand } from './command.ts';
import type { CommandContext } from './context.ts';

const OneLane = Type.Object({
  game_index: GameIndex,
  channel: Type.Optional(
    Type.With(ReceiverId, {
      description:
        'Which receiver of events: purchase, or one by name, as purchase:analytics; default: purchase.',
    }),
  ),
});
const Asked = Type.Object({ ...OneLane.properties, ...ReplayInput.properties });
const OneReplay = Type.Object({ ...OneLane.properties, replay_id: ReplayId });

interface Named {
  readonly game_index: number;
  readonly channel?: OutboxLane['channel'] | undefined;
}

const laneOf = ({ game_index, channel = 'purchase' }: Named): OutboxLane => ({
  game_index,
  channel,
});

async function asAsked<T extends object>(
  { context, directory }: CommandContext,
  { game_index, channel, ...asked }: Type.Static<typeof Asked>,
  run: (
    lane: OutboxLane,
    asked: ReplayInput,
    player: KnownPlayer | undefined,
  ) => Promise<T | Rejection>,
): Promise<T | Rejection> {
  const found = await playerOfFilter({ context, directory }, game_index, asked);
  return isRejection(found) ? found : run(laneOf({ game_index, channel }), asked, found.player);
}

export function replayCommands(program: Command, channels: Channels): void {
  const replay = program
    .command('replay')
    .description('events that a receiver has accepted and lost: send them again');
  addCommand(replay, 'plan', {
    summary: 'count what a replay would send, without sending it',
    input: Asked,
    args: ['game_index'],
    run: (command, input) =>
      asAsked(command, input, (lane, asked, player) =>
        planReplay({ ...command.context, channels }, lane, asked, player),
      ),
  });
  addCommand(replay, 'begin', {
    summary: 'send events again, in their order and with the same ids, before whatever waits',
    input: Asked,
    args: ['game_index'],
    run: (command, input) =>
      asAsked(command, input, (lane, asked, player) =>
        beginReplay({ ...command.context, channels }, command.actor, lane, asked, player),
      ),
  });
  addCommand(replay, 'list', {
    summary: 'list the replays of a receiver, newest first',
    input: Type.Object({ ...OneLane.properties, ...PageQuery.properties }),
    args: ['game_index'],
    run: ({ context }, { game_index, channel, ...query }) =>
      listReplays(context, laneOf({ game_index, channel }), query),
  });
  addCommand(replay, 'show', {
    summary: 'show a replay with its progress',
    input: OneReplay,
    args: ['game_index', 'replay_id'],
    run: ({ context }, { replay_id, ...lane }) =>
      readReplay(context, { ...laneOf(lane), replay_id }),
  });
  addCommand(replay, 'cancel', {
    summary: 'end a replay; waiting events are sent next',
    input: OneReplay,
    args: ['game_index', 'replay_id'],
    run: ({ context, actor }, { replay_id, ...lane }) =>
      cancelReplay(context, actor, { ...laneOf(lane), replay_id }),
  });
}
