// Admin routes of receivers: who gets a project's messages, by channel, and the older paths of the same.

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
    summary: 'The receivers of every channel, registered or not, with what waits for them.',
    needs: 'viewer',
    params: ProjectPath,
    answer: listOf(ReceiverState),
    run: ({ params }) => listReceivers(outbox, params.game_index),
  });
  adminRoute(scope, 'GET', RECEIVER, {
    operation: 'receiver.read',
    summary: 'Where the messages of a channel go.',
    needs: 'viewer',
    params: OutboxLane,
    answer: Receiver,
    run: ({ params }) => readReceiver(outbox, params),
  });
  adminRoute(scope, 'PUT', RECEIVER, {
    operation: 'receiver.set',
    summary:
      'Registers the receiver of a channel, or changes it; a game server gets a test message first.',
    needs: 'admin',
    params: OutboxLane,
    body: ReceiverInput,
    answer: RegisteredReceiver,
    run: ({ params, body, actor }) => setReceiver(outbox, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'DELETE', RECEIVER, {
    operation: 'receiver.remove',
    summary: 'Removes a receiver: nothing more is sent. What waits stays for the next one.',
    needs: 'admin',
    params: OutboxLane,
    run: ({ params, actor }) => removeReceiver(outbox, actor, params),
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

/** The paths from before receivers had one for every channel; their answers name no channel. */
function olderRoutes(
  scope: FastifyInstance,
  outbox: AdminDeps['outbox'],
  channel: OutboxLane['channel'],
  noun: string,
  input: typeof ReceiverInput | typeof Registration,
): void {
  const url = `/projects/:game_index/${noun}`;
  const newer = `\`/receivers/${channel}\``;
  adminRoute(scope, 'GET', url, {
    operation: `${noun}.read`,
    summary: `Older path of ${newer}: where its messages go.`,
    needs: 'viewer',
    params: ProjectPath,
    answer: OlderReceiver,
    run: async ({ params }) => older(await readReceiver(outbox, { ...params, channel })),
  });
  adminRoute(scope, 'PUT', url, {
    operation: `${noun}.set`,
    summary: `Older path of ${newer}: registers the receiver, or changes it.`,
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
