// Admin routes of receivers, one per channel, and their older paths.

import type { FastifyInstance } from 'fastify';
import { isRejection, type Rejection } from '../audit/operation.ts';
import { namedObject } from '../base/named.ts';
import { listOf } from '../base/paging.ts';
import {
  listReceivers,
  ReceiverInput,
  ReceiverState,
  setReceiver,
} from '../outbox/operations/receivers.ts';
import { endOldKey, KeyRotation, rotateReceiverKey } from '../outbox/receiver-rotation.ts';
import {
  OutboxLane,
  Receiver,
  RegisteredReceiver,
  Registration,
  readReceiver,
  removeReceiver,
  withoutChannel,
} from '../outbox/receivers.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';
import { ProjectPath } from './edge/schema.ts';

const RECEIVERS = '/projects/:game_index/receivers';
const RECEIVER = `${RECEIVERS}/:channel`;

export function receiverRoutes(scope: FastifyInstance, { outbox }: AdminDeps): void {
  adminRoute(scope, 'GET', RECEIVERS, {
    operation: 'receiver.list',
    summary:
      'Lists every channel with its receiver, if one is registered, and how many messages are waiting.',
    needs: 'viewer',
    params: ProjectPath,
    answer: listOf(ReceiverState),
    run: ({ params }) => listReceivers(outbox, params.game_index),
  });
  adminRoute(scope, 'GET', RECEIVER, {
    operation: 'receiver.read',
    summary: 'Returns the receiver of a channel.',
    needs: 'viewer',
    params: OutboxLane,
    answer: Receiver,
    run: ({ params }) => readReceiver(outbox, params),
  });
  adminRoute(scope, 'PUT', RECEIVER, {
    operation: 'receiver.set',
    summary:
      'Registers or changes the receiver of a channel. A game server gets a test message first.',
    needs: 'admin',
    params: OutboxLane,
    body: ReceiverInput,
    answer: RegisteredReceiver,
    run: ({ params, body, actor }) => setReceiver(outbox, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'DELETE', RECEIVER, {
    operation: 'receiver.remove',
    summary: 'Removes a receiver. Waiting messages stay queued for the next one.',
    needs: 'admin',
    params: OutboxLane,
    run: ({ params, actor }) => removeReceiver(outbox, actor, params),
  });
  adminRoute(scope, 'POST', `${RECEIVER}/rotate-key`, {
    operation: 'receiver.rotate-key',
    summary:
      'Creates a new key and returns it once. The current one signs as well until the grace period ends.',
    needs: 'admin',
    params: OutboxLane,
    body: KeyRotation,
    answer: RegisteredReceiver,
    status: 201,
    run: ({ params, body, actor }) => rotateReceiverKey(outbox, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'DELETE', `${RECEIVER}/old-key`, {
    operation: 'receiver.end-old-key',
    summary: 'Ends the old key of a rotation at once.',
    needs: 'admin',
    params: OutboxLane,
    run: ({ params, actor }) => endOldKey(outbox, actor, params),
  });
  olderRoutes(scope, outbox, 'restriction', 'game-server', ReceiverInput);
  olderRoutes(scope, outbox, 'purchase', 'events', Registration);
}

const { channel: _, ...rest } = Receiver.properties;
const OlderReceiver = namedObject('OlderReceiver', rest);
const OlderRegistered = namedObject('OlderRegisteredReceiver', {
  ...rest,
  key: RegisteredReceiver.properties.key,
});

/** Older paths, from before receivers had channels; their responses contain no channel. */
function olderRoutes(
  scope: FastifyInstance,
  outbox: AdminDeps['outbox'],
  channel: OutboxLane['channel'],
  noun: 'game-server' | 'events',
  input: typeof ReceiverInput | typeof Registration,
): void {
  const url = `/projects/:game_index/${noun}`;
  const newer = `\`/receivers/${channel}\``;
  adminRoute(scope, 'GET', url, {
    operation: `${noun}.read`,
    summary: `Older path of ${newer}: returns the receiver.`,
    needs: 'viewer',
    params: ProjectPath,
    answer: OlderReceiver,
    run: async ({ params }) => older(await readReceiver(outbox, { ...params, channel })),
  });
  adminRoute(scope, 'PUT', url, {
    operation: `${noun}.set`,
    summary: `Older path of ${newer}: registers or changes the receiver.`,
    needs: 'admin',
    params: ProjectPath,
    body: input,
    answer: OlderRegistered,
    run: async ({ params, body, actor }) =>
      older(await setReceiver(outbox, actor, { ...body, ...params, channel })),
  });
  adminRoute(scope, 'DELETE', url, {
    operation: `${noun}.remove`,
    summary: `Older path of ${newer}: removes the receiver.`,
    needs: 'admin',
    params: ProjectPath,
    run: ({ params, actor }) => removeReceiver(outbox, actor, { ...params, channel }),
  });
}

const older = <T extends Receiver>(outcome: T | Rejection): Omit<T, 'channel'> | Rejection =>
  isRejection(outcome) ? outcome : withoutChannel(outcome);
