// Admin routes of personal data: export and erase one player.
import type { FastifyInstance } from 'fastify';
import { isRejection } from '../audit/operation.ts';
import { EraseInput, Erasure, erasePlayer, readErasure } from '../players/erasure.ts';
import { exportPlayer, PlayerExport } from '../players/export.ts';
import { sendFile } from './edge/download.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';

const PLAYER = '/apps/:appid/players/:player_id';

export function personalDataRoutes(scope: FastifyInstance, deps: AdminDeps): void {
  adminRoute(scope, 'GET', `${PLAYER}/export`, {
    operation: 'personal-data.export',
    summary: 'Downloads everything that is stored about a player, as one JSON document.',
    needs: 'admin',
    answer: PlayerExport,
    produces: ['application/json'],
    async run({ params, actor, reply }) {
      const file = await exportPlayer(deps, actor, params);
      if (isRejection(file)) return file;
      const name = `player-${params.player_id}.json`;
      return sendFile(reply, { contentType: 'application/json', name, chunks: file.chunks() });
    },
  });
  adminRoute(scope, 'GET', `${PLAYER}/erasure`, {
    operation: 'personal-data.plan',
    summary: 'Shows what an erasure of the player would change, and whether one is under way.',
    needs: 'admin',
    answer: Erasure,
    run: ({ params }) => readErasure(deps, params),
  });
  adminRoute(scope, 'POST', `${PLAYER}/erasure`, {
    operation: 'personal-data.erase',
    summary:
      'Erases a player. Purchases stay for bookkeeping, without the person. This cannot be undone.',
    needs: 'admin',
    body: EraseInput,
    answer: Erasure,
    run: ({ params, body, actor }) => erasePlayer(deps, actor, { ...body, ...params }),
  });
}
