// tollgate outbox …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { isRejection, type OperationContext, type Rejection } from '../audit/operation.ts';
import type { Channels } from '../outbox/channel.ts';
import { AttemptQuery, listProjectAttempts } from '../outbox/operations/attempts.ts';
import {
  deleteOutboxLetter,
  deleteOutboxLetters,
  listProjectDeadLetters,
  ProjectDeadLetterQuery,
  readOutboxDeadLetter,
  replayOutbox,
  replayOutboxLetter,
} from '../outbox/operations/dead-letters.ts';
import { BatchId, pauseOutbox, readOutbox, resumeOutbox } from '../outbox/operations/lane.ts';
import { readSentRequest } from '../outbox/operations/sent.ts';
import { allLanes, type OutboxLane, ReceiverId, type SomeChannels } from '../outbox/receivers.ts';
import {
  DeliveryQuery,
  listPlayerDeliveries,
  PlayerName,
  resendPlayer,
} from '../restriction/deliveries.ts';
import { GameIndex } from '../tenants/projects.ts';
import { addCommand } from './command.ts';
import type { Loss } from './confirm.ts';
import type { CommandContext } from './context.ts';

const channelOption = (absent: string) =>
  Type.Optional(
    Type.With(ReceiverId, {
      description: `Which receiver: restriction, purchase, or one by name, as purchase:analytics; default: ${absent}.`,
    }),
  );
const OneLane = Type.Object({ game_index: GameIndex, channel: channelOption('restriction') });
const EveryLane = Type.Object({ game_index: GameIndex, channel: channelOption('all of them') });

const laneOf = ({ game_index, channel = 'restriction' }: SomeChannels): OutboxLane => ({
  game_index,
  channel,
});

export function outboxCommands(program: Command, channels: Channels): void {
  const outbox = program
    .command('outbox')
    .description('messages on their way to receivers: notifications and purchase events');
  addCommand(outbox, 'show', {
    summary: 'show how many messages are waiting and when the next attempt is due',
    input: OneLane,
    args: ['game_index'],
    run: ({ context }, input) => readOutbox(context, laneOf(input)),
  });
  addCommand(outbox, 'pause', {
    summary: 'stop sending until you resume',
    input: OneLane,
    args: ['game_index'],
    run: ({ context, actor }, input) => pauseOutbox(context, actor, laneOf(input)),
  });
  addCommand(outbox, 'resume', {
    summary: 'start sending again, immediately',
    input: OneLane,
    args: ['game_index'],
    run: ({ context, actor }, input) => resumeOutbox(context, actor, laneOf(input)),
  });
  addCommand(outbox, 'attempts', {
    summary: 'list delivery attempts and their answers, newest first',
    input: Type.Object({ ...EveryLane.properties, ...AttemptQuery.properties }),
    args: ['game_index'],
    run: ({ context }, { game_index, channel, ...query }) =>
      listProjectAttempts(context, { game_index, ...(channel && { channel }) }, query),
  });
  addCommand(outbox, 'request', {
    summary: 'show what was sent: the body of a request, its attempts and their answers',
    input: Type.Object({ ...EveryLane.properties, batch_id: BatchId }),
    args: ['game_index', 'batch_id'],
    run: ({ context }, { batch_id, ...where }) =>
      whereFound(context, where, (lane) => readSentRequest(context, { ...lane, batch_id })),
  });
  addCommand(outbox, 'player', {
    summary: 'list the notifications about a player with their delivery states, newest first',
    input: Type.Object({ ...PlayerName.properties, ...DeliveryQuery.properties }),
    args: ['game_index', 'player_id'],
    run: ({ context }, { game_index, player_id, ...query }) =>
      listPlayerDeliveries(context, { game_index, player_id }, query),
  });
  addCommand(outbox, 'resend', {
    summary: "send a player's current restriction to the game server again, as a new message",
    input: PlayerName,
    args: ['game_index', 'player_id'],
    run: ({ context, actor }, input) => resendPlayer(context, actor, input),
  });
  addCommand(outbox, 'dead-letters', {
    summary: 'list the batches that failed for three days, oldest first',
    input: Type.Object({ ...EveryLane.properties, ...ProjectDeadLetterQuery.properties }),
    args: ['game_index'],
    run: ({ context }, { game_index, channel, ...query }) =>
      listProjectDeadLetters(context, { game_index, ...(channel && { channel }) }, query),
  });
  addCommand(outbox, 'dead-letter', {
    summary: 'show a dead letter with its exact content',
    input: Type.Object({ ...EveryLane.properties, batch_id: BatchId }),
    args: ['game_index', 'batch_id'],
    run: ({ context }, { batch_id, ...where }) =>
      whereFound(context, where, (lane) => readOutboxDeadLetter(context, { ...lane, batch_id })),
  });
  addCommand(outbox, 'delete', {
    summary: 'delete one dead letter, or all of a receiver: their messages will not be sent',
    input: Type.Object({ ...OneLane.properties, batch_id: Type.Optional(BatchId) }),
    args: ['game_index'],
    confirm: lossOfLetters,
    run: ({ context, actor }, { batch_id, ...where }) =>
      batch_id === undefined
        ? deleteOutboxLetters(context, actor, laneOf(where))
        : whereFound(context, where, (lane) =>
            deleteOutboxLetter(context, actor, { ...lane, batch_id }),
          ),
  });
  addCommand(outbox, 'replay', {
    summary: 'queue one dead letter again, or all of a channel; skips outdated notifications',
    input: Type.Object({ ...OneLane.properties, batch_id: Type.Optional(BatchId) }),
    args: ['game_index'],
    run({ context, actor }, { batch_id, ...where }) {
      const replaying = { ...context, channels };
      return batch_id === undefined
        ? replayOutbox(replaying, actor, laneOf(where))
        : whereFound(context, where, (lane) =>
            replayOutboxLetter(replaying, actor, { ...lane, batch_id }),
          );
    },
  });
}

async function lossOfLetters(
  { context }: CommandContext,
  { batch_id, ...where }: SomeChannels & { readonly batch_id?: string },
): Promise<Loss | Rejection> {
  if (batch_id !== undefined) return { lost: `The messages of ${batch_id} will not be sent.` };
  const lane = laneOf(where);
  const state = await readOutbox(context, lane);
  if (isRejection(state)) return state;
  return {
    lost: `The messages of ${state.dead_letters} dead letters for ${lane.channel} of project ${lane.game_index} will not be sent.`,
  };
}

/** A batch id identifies its receiver, so the option may be omitted. */
async function whereFound<T extends object>(
  { storage }: OperationContext,
  { game_index, channel: named }: SomeChannels,
  run: (lane: OutboxLane) => Promise<T | Rejection>,
): Promise<T | Rejection> {
  const lanes = named === undefined ? await allLanes(storage.db, game_index) : [named];
  const [first = 'restriction', ...others] = lanes;
  let outcome = await run({ game_index, channel: first });
  for (const channel of others) {
    if (isRejection(outcome)) outcome = await run({ game_index, channel });
  }
  return outcome;
}
