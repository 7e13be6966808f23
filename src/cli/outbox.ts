// tollgate game-server …, outbox …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { isRefusal } from '../audit/operation.ts';
import { readGameServer, removeGameServer } from '../outbox/game-servers.ts';
import { AttemptQuery, listOutboxAttempts } from '../outbox/operations-attempts.ts';
import {
  type Channels,
  DeadLetterQuery,
  listOutboxDeadLetters,
  readOutboxDeadLetter,
  replayOutbox,
  replayOutboxLetter,
} from '../outbox/operations-dead-letters.ts';
import {
  BatchId,
  type OutboxLane,
  pauseOutbox,
  readOutbox,
  resumeOutbox,
} from '../outbox/operations-lanes.ts';
import { anyAddress, isPublicAddress } from '../outbox/relay/address-guard.ts';
import { createSender } from '../outbox/relay/send.ts';
import { connectGameServer, GameServerConnection } from '../restriction/connect-game-server.ts';
import { gameServerChannel } from '../restriction/notify.ts';
import { GameIndex } from '../tenants/projects.ts';
import { addCommand } from './command.ts';
import type { Context } from './context.ts';
import { OneProject } from './projects.ts';

export function gameServerCommands(program: Command): void {
  const server = program
    .command('game-server')
    .description('the server that receives restriction notifications of a project');
  addCommand(server, 'set', {
    summary: 'set the game server of a project; sends a test message first',
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
    summary: 'show the game server',
    input: OneProject,
    args: ['game_index'],
    run: ({ desk }, input) => readGameServer(desk, input.game_index),
  });
  addCommand(server, 'remove', {
    summary: 'remove the game server; no more notifications are sent',
    input: OneProject,
    args: ['game_index'],
    async confirm({ desk }, { game_index }) {
      const found = await readGameServer(desk, game_index);
      if (isRefusal(found)) return found;
      return {
        lost: `Project ${game_index} will send no more notifications to ${found.url}, and the key ending in ${found.key_hint} will be deleted.`,
      };
    },
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
  const outbox = program
    .command('outbox')
    .description('notifications on their way to a game server');
  addCommand(outbox, 'show', {
    summary: 'show how many notifications are waiting and when the next attempt is due',
    input: OneProject,
    args: ['game_index'],
    run: ({ desk }, input) => readOutbox(desk, laneOf(input)),
  });
  addCommand(outbox, 'pause', {
    summary: 'stop sending until you resume',
    input: OneProject,
    args: ['game_index'],
    run: ({ desk, actor }, input) => pauseOutbox(desk, actor, laneOf(input)),
  });
  addCommand(outbox, 'resume', {
    summary: 'start sending again, immediately',
    input: OneProject,
    args: ['game_index'],
    run: ({ desk, actor }, input) => resumeOutbox(desk, actor, laneOf(input)),
  });
  addCommand(outbox, 'attempts', {
    summary: 'list what was sent and how the server answered, newest first',
    input: Type.Object({ game_index: GameIndex, ...AttemptQuery.properties }),
    args: ['game_index'],
    run: ({ desk }, { game_index, ...query }) =>
      listOutboxAttempts(desk, laneOf({ game_index }), query),
  });
  addCommand(outbox, 'dead-letters', {
    summary: 'list the batches that failed for three days, oldest first',
    input: Type.Object({ game_index: GameIndex, ...DeadLetterQuery.properties }),
    args: ['game_index'],
    run: ({ desk }, { game_index, ...query }) =>
      listOutboxDeadLetters(desk, laneOf({ game_index }), query),
  });
  addCommand(outbox, 'dead-letter', {
    summary: 'show a dead letter with its exact content',
    input: OneLetter,
    args: ['game_index', 'batch_id'],
    run: ({ desk }, input) =>
      readOutboxDeadLetter(desk, { ...laneOf(input), batch_id: input.batch_id }),
  });
  addCommand(outbox, 'replay', {
    summary: 'queue one dead letter again, or all; skips players whose status has changed since',
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
