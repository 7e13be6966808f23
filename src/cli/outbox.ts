// tollgate game-server …, outbox …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { AttemptQuery, listOutboxAttempts } from '../admin/outbox-attempts.ts';
import {
  type Channels,
  DeadLetterQuery,
  listOutboxDeadLetters,
  readOutboxDeadLetter,
  replayOutbox,
  replayOutboxLetter,
} from '../admin/outbox-dead-letters.ts';
import {
  BatchId,
  type OutboxLane,
  pauseOutbox,
  readOutbox,
  resumeOutbox,
} from '../admin/outbox-lanes.ts';
import { connectGameServer, GameServerConnection } from '../admin/outbox-target.ts';
import { readGameServer, removeGameServer } from '../apps/game-servers.ts';
import { GameIndex } from '../apps/projects.ts';
import { anyAddress, isPublicAddress } from '../outbox/address-guard.ts';
import { createSender } from '../outbox/send.ts';
import { gameServerChannel } from '../restriction/notify.ts';
import { addCommand } from './command.ts';
import type { Context } from './context.ts';
import { OneProject } from './projects.ts';

export function gameServerCommands(program: Command): void {
  const server = program.command('game-server').description('where notifications of a project go');
  addCommand(server, 'set', {
    summary: 'register the game server of a project, or change it, after a test message',
    input: Type.Object({ game_index: GameIndex, ...GameServerConnection.properties }),
    args: ['game_index', 'url'],
    async run({ desk, actor, config }, input) {
      const mayReach = config.TOLLGATE_ALLOW_PRIVATE_TARGETS ? anyAddress : isPublicAddress;
      const sender = createSender({ mayReach });
      try {
        return await connectGameServer(desk, sender, actor, input);
      } finally {
        await sender.close();
      }
    },
  });
  addCommand(server, 'show', {
    summary: 'show the registration',
    input: OneProject,
    args: ['game_index'],
    run: ({ desk }, input) => readGameServer(desk, input.game_index),
  });
  addCommand(server, 'remove', {
    summary: 'remove the registration',
    input: OneProject,
    args: ['game_index'],
    run: ({ desk, actor }, input) => removeGameServer(desk, actor, input.game_index),
  });
}

/** The restriction channel is the only one there is, so nobody has to name it. */
const laneOf = ({ game_index }: { readonly game_index: number }): OutboxLane => ({
  game_index,
  channel: 'restriction',
});

const channelsOf = ({ desk }: Context): Channels =>
  new Map([['restriction', gameServerChannel(desk.vault)]]);

const OneLetter = Type.Object({ game_index: GameIndex, batch_id: BatchId });

export function outboxCommands(program: Command): void {
  const outbox = program.command('outbox').description('notifications to game servers');
  addCommand(outbox, 'show', {
    summary: 'how much waits, since when, and when the next attempt is due',
    input: OneProject,
    args: ['game_index'],
    run: ({ desk }, input) => readOutbox(desk, laneOf(input)),
  });
  addCommand(outbox, 'pause', {
    summary: 'send nothing more until it is resumed',
    input: OneProject,
    args: ['game_index'],
    run: ({ desk, actor }, input) => pauseOutbox(desk, actor, laneOf(input)),
  });
  addCommand(outbox, 'resume', {
    summary: 'send again, and at once',
    input: OneProject,
    args: ['game_index'],
    run: ({ desk, actor }, input) => resumeOutbox(desk, actor, laneOf(input)),
  });
  addCommand(outbox, 'attempts', {
    summary: 'what was sent and answered, newest first',
    input: Type.Object({ game_index: GameIndex, ...AttemptQuery.properties }),
    args: ['game_index'],
    run: ({ desk }, { game_index, ...query }) =>
      listOutboxAttempts(desk, laneOf({ game_index }), query),
  });
  addCommand(outbox, 'dead-letters', {
    summary: 'batches given up after three days, oldest first',
    input: Type.Object({ game_index: GameIndex, ...DeadLetterQuery.properties }),
    args: ['game_index'],
    run: ({ desk }, { game_index, ...query }) =>
      listOutboxDeadLetters(desk, laneOf({ game_index }), query),
  });
  addCommand(outbox, 'dead-letter', {
    summary: 'one dead letter with its bytes',
    input: OneLetter,
    args: ['game_index', 'batch_id'],
    run: ({ desk }, input) =>
      readOutboxDeadLetter(desk, { ...laneOf(input), batch_id: input.batch_id }),
  });
  addCommand(outbox, 'replay', {
    summary: 'queue again what is still true in a dead letter, or in all of them',
    input: Type.Object({ game_index: GameIndex, batch_id: Type.Optional(BatchId) }),
    args: ['game_index'],
    run(context, { game_index, batch_id }) {
      const { desk, actor } = context;
      const lane = laneOf({ game_index });
      return batch_id === undefined
        ? replayOutbox(desk, channelsOf(context), actor, lane)
        : replayOutboxLetter(desk, channelsOf(context), actor, { ...lane, batch_id });
    },
  });
}
