// Hosts markets on one HTTP server, with their control calls, faults, page and saved state.
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { controlRoutes, DAMAGED, type EmulatorState, exportAll, importAll } from './control.ts';
import { createFaults, exposeToFaults } from './faults.ts';
import { pageRoutes } from './page/routes.ts';
import { ControlError, type CreateMarket, createWorld, type Market, type World } from './world.ts';

export interface EmulatorOptions {
  /** Makes chance repeatable; random when absent. */
  seed?: number;
  /** The real time under the emulated clock. */
  now?: () => number;
  /** Read at the start when it exists, written anew otherwise, and at the end. */
  stateFile?: string;
  /** An export of these markets, to begin with. */
  state?: EmulatorState;
}

export interface Emulator {
  readonly app: FastifyInstance;
  readonly world: World;
  /** Port 0 takes a free one. Resolves to the base URL. */
  listen(port: number, host?: string): Promise<string>;
  close(): Promise<void>;
}

const bodyLimit = 1024 ** 3; // an import carries a million purchases

export async function hostMarkets(
  creators: readonly CreateMarket[],
  { seed, now, stateFile, state }: EmulatorOptions = {},
): Promise<Emulator> {
  const world = createWorld(seed, now);
  const faults = createFaults(world.random);
  const saved = stateFile ? await readIfThere(stateFile) : state;
  const markets = await createAll(creators, world, saved);
  if (saved !== undefined) importAll(world, markets, saved);
  // Saved at once: after a crash the markets still have the same keys.
  else if (stateFile) await save(stateFile, JSON.stringify(exportAll(world, markets)));

  const app = Fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 2048 },
    http: { maxHeaderSize: 64 * 1024 }, // a batch of 1,000 order ids is one long line
  });
  for (const market of markets) {
    for (const prefix of market.mounts ?? [`/${market.name}`]) {
      app.register(
        async (scope) => {
          exposeToFaults(scope, market, faults, world.clock.now);
          await market.routes(scope);
        },
        { prefix },
      );
    }
    app.register(async (scope) => market.pages?.(scope));
  }
  app.register(
    async (scope) => {
      answerInSentences(scope);
      // What a call finds must not depend on when the clock was last looked at.
      scope.addHook('onRequest', async () => world.tick());
      controlRoutes(scope, world, markets, faults);
      for (const market of markets) await market.control(scope);
    },
    { prefix: '/control', bodyLimit },
  );
  app.register(async (scope) => pageRoutes(scope, markets));
  await app.ready();

  const ticking = setInterval(() => world.tick(), 1000).unref();
  return {
    app,
    world,
    async listen(port, host = '127.0.0.1') {
      await app.listen({ port, host });
      const { port: bound } = app.server.address() as AddressInfo;
      const url = `http://${reachable(host)}:${bound}`;
      world.baseUrl = () => url;
      return url;
    },
    async close() {
      clearInterval(ticking);
      await app.close();
      if (stateFile) await save(stateFile, JSON.stringify(exportAll(world, markets)));
      await Promise.all(markets.map((market) => market.close?.()));
    },
  };
}

async function createAll(
  creators: readonly CreateMarket[],
  world: World,
  saved: EmulatorState | undefined,
): Promise<Market[]> {
  try {
    return await Promise.all(creators.map((create) => create(world, saved?.markets)));
  } catch (error) {
    throw saved ? new ControlError(DAMAGED) : error;
  }
}

/** A name that works in a link: an address that means "all of mine" does not. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Control answers every mistake with a sentence, and takes a JSON content type without a body. */
function answerInSentences(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => {
      if (text === '') return undefined;
      try {
        return JSON.parse(text);
      } catch {
        throw new ControlError('The body is not JSON.');
      }
    },
  );
  scope.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    if (error instanceof ControlError) {
      return reply.code(error.status).send({ error: error.message });
    }
    const status = error.statusCode ?? 500;
    if (status === 415)
      return reply.code(400).send({ error: 'Send the body as application/json.' });
    if (status < 500) return reply.code(400).send({ error: error.message });
    return reply.code(500).send({ error: `The emulator failed: ${error.message}` });
  });
  scope.setNotFoundHandler((request, reply) => {
    reply.code(404).send({ error: `There is no control call ${request.method} ${request.url}.` });
  });
}

/** A crash while writing must not cost the previous state; the file holds private keys. */
async function save(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Any other trouble must stop the start: the end would overwrite what could not be read. */
async function readIfThere(file: string): Promise<EmulatorState | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
