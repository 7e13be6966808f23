// Admin routes of replays: what a receiver has accepted is sent to it again.
import type { FastifyInstance } from 'fastify';
import { isRejection } from '../audit/operation.ts';
import { PageQuery, pageOf } from '../base/paging.ts';
import {
  beginReplay,
  cancelReplay,
  listReplays,
  planReplay,
  Replay,
  ReplayInput,
  ReplayPlan,
  readReplay,
} from '../outbox/replay/operations.ts';
import { playerOfFilter } from '../players/known-player.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

const REPLAYS = '/projects/:game_index/outbox/:channel/replays';
const REPLAY = `${REPLAYS}/:replay_id`;

export function replayRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  const { outbox } = deps;
  adminRoute(scope, 'POST', `${REPLAYS}/dry-run`, {
    operation: 'replay.dry-run',
    summary:
      'Counts what a replay would send to a receiver again: a range of time, a player, or both.',
    needs: 'operator',
    body: ReplayInput,
    answer: ReplayPlan,
    cost: 'yielding',
    async run({ params, body }) {
      const found = await playerOfFilter(deps, params.game_index, body);
      return isRejection(found) ? found : planReplay(outbox, params, body, found.player);
    },
  });
  adminRoute(scope, 'POST', REPLAYS, {
    operation: 'replay.begin',
    summary:
      'Sends events to a receiver again, in their order and with the same ids. A receiver has one replay at a time, of at most 10,000 requests.',
    needs: 'operator',
    body: ReplayInput,
    answer: Replay,
    status: 201,
    cost: 'limited',
    async run({ params, body, actor }) {
      const found = await playerOfFilter(deps, params.game_index, body);
      return isRejection(found) ? found : beginReplay(outbox, actor, params, body, found.player);
    },
  });
  adminRoute(scope, 'GET', REPLAYS, {
    operation: 'replay.list',
    summary: 'Lists the replays of a receiver, newest first.',
    needs: 'viewer',
    query: PageQuery,
    answer: pageOf(Replay),
    run: ({ params, query }) => listReplays(outbox, params, query),
  });
  adminRoute(scope, 'GET', REPLAY, {
    operation: 'replay.read',
    summary: 'Returns a replay with its progress.',
    needs: 'viewer',
    answer: Replay,
    run: ({ params }) => readReplay(outbox, params),
  });
  adminRoute(scope, 'POST', `${REPLAY}/cancel`, {
    operation: 'replay.cancel',
    summary: 'Ends a replay. Waiting events are sent next.',
    needs: 'operator',
    answer: Replay,
    run: ({ params, actor }) => cancelReplay(outbox, actor, params),
  });
}
