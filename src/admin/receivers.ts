// Admin routes of receivers: the first of each channel, and others by name.
import type { FastifyInstance } from 'fastify';
import { listOf } from '../base/paging.ts';
import {
  listReceivers,
  ReceiverInput,
  ReceiverState,
  setReceiver,
} from '../outbox/operations/receivers.ts';
import { endOldKey, KeyRotation, rotateReceiverKey } from '../outbox/receiver-rotation.ts';
import { Receiver, RegisteredReceiver, readReceiver, removeReceiver } from '../outbox/receivers.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

const RECEIVERS = '/projects/:game_index/receivers';
const RECEIVER = `${RECEIVERS}/:channel`;

export function receiverRoutes(scope: FastifyInstance, { outbox }: AdminDeps): void {
  adminRoute(scope, 'GET', RECEIVERS, {
    operation: 'receiver.list',
    summary:
      'Lists every channel with its receivers, if there are some, and how many messages are waiting for each.',
    needs: 'viewer',
    answer: listOf(ReceiverState),
    run: ({ params }) => listReceivers(outbox, params.game_index),
  });
  adminRoute(scope, 'GET', RECEIVER, {
    operation: 'receiver.read',
    summary: 'Returns a receiver.',
    needs: 'viewer',
    answer: Receiver,
    run: ({ params }) => readReceiver(outbox, params),
  });
  adminRoute(scope, 'PUT', RECEIVER, {
    operation: 'receiver.set',
    summary:
      'Registers or changes a receiver; a channel has up to ten. A game server gets a test message first.',
    needs: 'admin',
    body: ReceiverInput,
    answer: RegisteredReceiver,
    run: ({ params, body, actor }) => setReceiver(outbox, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'DELETE', RECEIVER, {
    operation: 'receiver.remove',
    summary:
      'Removes a receiver. Messages for the first one of a channel wait for the next; those for another are deleted.',
    needs: 'admin',
    run: ({ params, actor }) => removeReceiver(outbox, actor, params),
  });
  adminRoute(scope, 'POST', `${RECEIVER}/rotate-key`, {
    operation: 'receiver.rotate-key',
    summary:
      'Creates a new key and returns it once. The current one signs as well until the grace period ends.',
    needs: 'admin',
    body: KeyRotation,
    answer: RegisteredReceiver,
    status: 201,
    run: ({ params, body, actor }) => rotateReceiverKey(outbox, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'DELETE', `${RECEIVER}/old-key`, {
    operation: 'receiver.end-old-key',
    summary: 'Ends the old key of a rotation at once.',
    needs: 'admin',
    run: ({ params, actor }) => endOldKey(outbox, actor, params),
  });
}
