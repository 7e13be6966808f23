// Registering a game server: tested before it is saved, told at once what waits for it.
import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { type Desk, invalid, isRefusal, type Refusal } from '../audit/operation.ts';
import {
  GameServerInput,
  type RegisteredGameServer,
  registerGameServer,
  urlProblem,
} from '../outbox/game-servers.ts';
import { OUTBOX_CHANGED } from '../outbox/outbox.ts';
import { hurryLane } from '../outbox/relay/lanes.ts';
import type { Sender } from '../outbox/relay/send.ts';
import { sendTestMessage } from '../outbox/relay/test-message.ts';
import { readProject } from '../tenants/projects.ts';
import { gameServerChannel } from './notify.ts';

export const GameServerConnection = Type.Object(
  {
    ...GameServerInput.properties,
    skip_test: Type.Optional(
      Type.Boolean({ description: 'Saves without the test message that is sent otherwise.' }),
    ),
  },
  { additionalProperties: false },
);
export type GameServerConnection = Type.Static<typeof GameServerConnection>;

export async function connectGameServer(
  desk: Desk,
  sender: Sender,
  actor: Actor,
  input: GameServerConnection & { readonly game_index: number },
): Promise<RegisteredGameServer | Refusal> {
  const { skip_test: skipTest = false, ...registration } = input;
  const problem = skipTest ? undefined : await testProblem(desk, sender, registration);
  if (problem) return problem;
  const registered = await registerGameServer(desk, actor, registration);
  if (isRefusal(registered)) return registered;
  const { storage } = desk;
  await hurryLane(storage.db, { gameIndex: input.game_index, channel: 'restriction' });
  storage.signals.emit(OUTBOX_CHANGED);
  return registered;
}

/** A key that is made only now cannot be known over there: then any answer will do. */
async function testProblem(
  desk: Desk,
  sender: Sender,
  { game_index: gameIndex, url, key: given }: GameServerInput & { readonly game_index: number },
): Promise<Refusal | undefined> {
  const wrong = urlProblem(url);
  if (wrong) return invalid('url', wrong);
  const project = await readProject(desk, gameIndex);
  if (isRefusal(project)) return project;
  const channel = gameServerChannel(desk.vault);
  const key = given ?? (await channel.target(desk.storage.db, gameIndex))?.key;
  const target = { url, key: key ?? randomBytes(16).toString('hex') };
  const { result, error } = await sendTestMessage(sender, channel, gameIndex, target, desk.clock());
  const reached = result !== 'network' && result !== 'address';
  if (result === 'delivered' || (key === undefined && reached)) return undefined;
  return invalid('url', `The test message was not accepted: ${error}. Nothing was saved.`);
}
