// Admin routes of the game server registration.
import type { FastifyInstance } from 'fastify';
import {
  GameServer,
  RegisteredGameServer,
  readGameServer,
  removeGameServer,
} from '../outbox/game-servers.ts';
import { connectGameServer, GameServerConnection } from '../restriction/connect-game-server.ts';
import { type AdminDeps, adminRoute } from './edge/route.ts';
import { ProjectPath } from './edge/schema.ts';

export function gameServerRoutes(scope: FastifyInstance, { desk, sender }: AdminDeps): void {
  adminRoute(scope, 'GET', '/projects/:game_index/game-server', {
    operation: 'game-server.read',
    summary: 'Where notifications of a project go.',
    needs: 'viewer',
    params: ProjectPath,
    answer: GameServer,
    run: ({ params }) => readGameServer(desk, params.game_index),
  });
  adminRoute(scope, 'PUT', '/projects/:game_index/game-server', {
    operation: 'game-server.set',
    summary: 'Registers the game server of a project, or changes it, after a test message.',
    needs: 'admin',
    params: ProjectPath,
    body: GameServerConnection,
    answer: RegisteredGameServer,
    run: ({ params, body, actor }) =>
      connectGameServer(desk, sender, actor, { ...body, ...params }),
  });
  adminRoute(scope, 'DELETE', '/projects/:game_index/game-server', {
    operation: 'game-server.remove',
    summary: 'Removes the registration: nothing is sent any more.',
    needs: 'admin',
    params: ProjectPath,
    run: ({ params, actor }) => removeGameServer(desk, actor, params.game_index),
  });
}
