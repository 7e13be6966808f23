// The control calls that concern the whole emulator: trust, clock, faults, reset, export, import, demo.
import type { FastifyInstance } from 'fastify';
import { demoRoutes } from './demo.ts';
import { type Faults, readFault } from './faults.ts';
import { readInput } from './input.ts';
import { listRecords } from './listing.ts';
import { ControlError, type LivingWorld, type Market, type WorldState } from './world.ts';

export interface EmulatorState {
  version: 1;
  world: WorldState;
  markets: Record<string, unknown>;
}

export const DAMAGED = 'The export is damaged; nothing was changed.';

export function exportAll(world: LivingWorld, markets: readonly Market[]): EmulatorState {
  return {
    version: 1,
    world: world.exportState(),
    markets: byName(markets, (market) => market.exportState()),
  };
}

export function importAll(world: LivingWorld, markets: readonly Market[], body: unknown): void {
  const state = body as Partial<EmulatorState> | null;
  const complete =
    state?.version === 1 && state.world && Object.keys(state.markets ?? {}).length > 0;
  if (!complete) throw new ControlError('This is not an export of this emulator.');
  const before = exportAll(world, markets);
  try {
    apply(state as EmulatorState);
  } catch {
    apply(before);
    throw new ControlError(DAMAGED);
  }

  function apply({ world: worldState, markets: marketStates }: EmulatorState) {
    world.importState(worldState);
    // An older export does not have every market.
    for (const market of markets) {
      const saved = marketStates[market.name];
      if (saved !== undefined) market.importState(saved);
    }
  }
}

export function controlRoutes(
  scope: FastifyInstance,
  world: LivingWorld,
  markets: readonly Market[],
  faults: Faults,
): void {
  scope.get('/trust', async () => byName(markets, (market) => market.trust()));
  scope.get('/credentials', async () => byName(markets, (market) => market.credentials()));

  scope.get('/clock', async () => ({ now: world.clock.now() }));
  scope.post('/clock', async (request) => {
    const input = readInput(request.body);
    input.only('now', 'advanceMs');
    const now = input.time('now');
    const advanceMs = input.integer('advanceMs');
    if ((now === undefined) === (advanceMs === undefined)) {
      throw new ControlError('Give either now or advanceMs.');
    }
    world.clock.set(now ?? world.clock.now() + (advanceMs ?? 0));
    return { now: world.clock.now() };
  });

  scope.get('/faults', async () => ({ faults: faults.list() }));
  scope.post('/faults', async (request) => {
    faults.add(readFault(request.body, markets));
    return { faults: faults.list() };
  });
  scope.delete('/faults', async () => {
    faults.clear();
    return { faults: faults.list() };
  });

  scope.get('/state', async () => ({
    now: world.clock.now(),
    faults: faults.list(),
    markets: byName(markets, (market) => market.summary()),
  }));
  scope.get('/records', async (request) => listRecords(markets, readInput(request.query)));
  scope.post('/reset', async () => {
    for (const market of markets) market.reset();
    faults.clear();
    return { reset: true };
  });
  scope.get('/export', async () => exportAll(world, markets));
  scope.post('/import', async (request) => {
    importAll(world, markets, request.body);
    return { imported: true };
  });

  demoRoutes(scope);
}

function byName<T>(markets: readonly Market[], value: (market: Market) => T): Record<string, T> {
  return Object.fromEntries(markets.map((market) => [market.name, value(market)]));
}
