// Admin routes of the receiver of events.
import type { FastifyInstance } from 'fastify';
import { connectEventTarget } from '../outbox/connect-event-target.ts';
import {
  EventTarget,
  EventTargetInput,
  RegisteredEventTarget,
  readEventTarget,
  removeEventTarget,
} from '../outbox/event-targets.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';
import { ProjectPath } from './edge/schema.ts';

export function eventRoutes(scope: FastifyInstance, { desk }: AdminDeps): void {
  adminRoute(scope, 'GET', '/projects/:game_index/events', {
    operation: 'events.read',
    summary: 'Where events about purchases of a project go.',
    needs: 'viewer',
    params: ProjectPath,
    answer: EventTarget,
    run: ({ params }) => readEventTarget(desk, params.game_index),
  });
  adminRoute(scope, 'PUT', '/projects/:game_index/events', {
    operation: 'events.set',
    summary: 'Registers the receiver of events, or changes it; from then on purchases are told.',
    needs: 'admin',
    params: ProjectPath,
    body: EventTargetInput,
    answer: RegisteredEventTarget,
    run: ({ params, body, actor }) => connectEventTarget(desk, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'DELETE', '/projects/:game_index/events', {
    operation: 'events.remove',
    summary: 'Removes the registration: nothing more is told.',
    needs: 'admin',
    params: ProjectPath,
    run: ({ params, actor }) => removeEventTarget(desk, actor, params.game_index),
  });
}
