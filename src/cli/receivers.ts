// tollgate receiver …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { isRejection, type Rejection } from '../audit/operation.ts';
import type { Channels } from '../outbox/channel.ts';
import { channelOf, nameOf } from '../outbox/lane-name.ts';
import {
  listReceivers,
  type OutboxContext,
  ReceiverInput,
  setReceiver,
  testReceiver,
} from '../outbox/operations/receivers.ts';
import { endOldKey, KeyRotation, rotateReceiverKey } from '../outbox/receiver-rotation.ts';
import { OutboxLane, readReceiver, removeReceiver } from '../outbox/receivers.ts';
import { anyAddress, isPublicAddress } from '../outbox/relay/address-guard.ts';
import { createSender } from '../outbox/relay/send.ts';
import type { Channel } from '../storage/schema.ts';
import { addCommand } from './command.ts';
import type { Loss } from './confirm.ts';
import type { CommandContext } from './context.ts';
import { OneProject } from './projects.ts';

export function receiverCommands(program: Command, channels: Channels): void {
  const receiver = program
    .command('receiver')
    .description('servers that receive the messages of a project, up to ten per channel');
  addCommand(receiver, 'list', {
    summary: 'list the receivers of every channel with waiting messages and dead letters',
    input: OneProject,
    args: ['game_index'],
    run: ({ context }, input) => listReceivers(context, input.game_index),
  });
  addCommand(receiver, 'set', {
    summary: 'add or change a receiver; a game server gets a test message first',
    input: Type.Object({ ...OutboxLane.properties, ...ReceiverInput.properties }),
    args: ['game_index', 'url'],
    run: (context, input) =>
      withSender(context, channels, (outbox) => setReceiver(outbox, context.actor, input)),
  });
  addCommand(receiver, 'rotate-key', {
    summary: 'create a new key; the current one signs as well until it ends',
    input: Type.Object({ ...OutboxLane.properties, ...KeyRotation.properties }),
    args: ['game_index'],
    run: ({ context, actor }, input) => rotateReceiverKey(context, actor, input),
  });
  addCommand(receiver, 'end-old-key', {
    summary: 'end the old key of a rotation now',
    input: OutboxLane,
    args: ['game_index'],
    run: ({ context, actor }, input) => endOldKey(context, actor, input),
  });
  addCommand(receiver, 'show', {
    summary: 'show a receiver',
    input: OutboxLane,
    args: ['game_index'],
    run: ({ context }, input) => readReceiver(context, input),
  });
  addCommand(receiver, 'remove', {
    summary:
      'remove a receiver; messages for the first one of a channel wait for the next, those for another are deleted',
    input: OutboxLane,
    args: ['game_index'],
    confirm: lossOfReceiver,
    run: ({ context, actor }, input) => removeReceiver(context, actor, input),
  });
  addCommand(receiver, 'test', {
    summary: 'send a test message to a receiver and show the answer',
    input: OutboxLane,
    args: ['game_index'],
    run: (context, input) =>
      withSender(context, channels, (outbox) => testReceiver(outbox, context.actor, input)),
  });
}

const MESSAGES: Readonly<Record<Channel, string>> = {
  restriction: 'notifications',
  purchase: 'purchase events',
};

async function lossOfReceiver(
  { context }: CommandContext,
  lane: OutboxLane,
): Promise<Loss | Rejection> {
  const found = await readReceiver(context, lane);
  if (isRejection(found)) return found;
  return {
    lost: `Tollgate will stop sending ${MESSAGES[channelOf(lane.channel)]} of project ${lane.game_index} to ${found.url}, and the key ending in ${found.key_hint} will be deleted.${nameOf(lane.channel) === undefined ? '' : ' What waits for it, and its dead letters, will be deleted, too.'}`,
  };
}

/** With what sending needs. */
export async function withSender<T>(
  { context, config }: CommandContext,
  channels: Channels,
  work: (outbox: OutboxContext) => Promise<T>,
): Promise<T> {
  const allowHttp = config.TOLLGATE_ALLOW_PRIVATE_TARGETS;
  const sender = createSender({ mayReach: allowHttp ? anyAddress : isPublicAddress });
  try {
    return await work({ ...context, channels, sender, allowHttp });
  } finally {
    await sender.close();
  }
}
