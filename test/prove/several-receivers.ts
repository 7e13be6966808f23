// A life of several receivers at random: faults, lost answers, pauses, killed processes, two relays at once.
// In the end each has heard exactly what is meant for it, in order, and nothing else.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import { anyAddress } from '../../src/outbox/relay/address-guard.ts';
import { LEASE_MS } from '../../src/outbox/relay/lanes.ts';
import { createSender, type Sender } from '../../src/outbox/relay/send.ts';
import type { LaneName } from '../../src/storage/schema.ts';
import { admin } from '../admin/caller.ts';
import {
  accept,
  answer,
  type Behaviour,
  type GameServer,
  refusing,
  reset,
  startGameServer,
} from '../outbox/game-server.ts';
import { addReceiver, createProject, KEY, openRelay } from '../outbox/project.ts';
import type { Gate } from '../support/harness.ts';

const PLAYERS = 6;
const PROBE_MS = 61_000;

interface Told {
  readonly type: 'restriction.set' | 'restriction.released';
  readonly player: string;
}

interface Listening {
  readonly lane: LaneName;
  readonly server: GameServer;
  /** Of the requests that arrived, those that the server took in, also where its answer was lost. */
  readonly taken: number[];
  readonly wants: (told: Told) => boolean;
}

/** The same numbers for the same seed. */
function randomOf(seed: string): (below: number) => number {
  let count = 0;
  return (below) => {
    count += 1;
    const digest = createHash('sha256').update(`${seed} ${count}`).digest();
    return digest.readUInt32BE(0) % below;
  };
}

export interface Life {
  readonly told: number;
  readonly requests: number;
  readonly repeated: number;
}

export async function liveWithReceivers(
  gate: Gate,
  t: TestContext,
  { seed, steps }: { readonly seed: string; readonly steps: number },
): Promise<Life> {
  const random = randomOf(seed);
  const project = await createProject(gate, t);
  const { gameIndex } = project;
  const told: Told[] = [];
  const restricted = new Map<string, string>();

  async function listen(
    lane: LaneName,
    more: Parameters<typeof addReceiver>[4],
    wants: Listening['wants'],
  ): Promise<Listening> {
    const server = await startGameServer();
    t.after(() => server.close());
    await addReceiver(gate, gameIndex, lane, server.url, more);
    return { lane, server, taken: [], wants };
  }

  const all = (): boolean => true;
  const events = [
    await listen('purchase', { restriction_events: true }, all),
    await listen('purchase:sets', { events: ['restriction.set'] }, ({ type }) =>
      type.endsWith('set'),
    ),
    await listen('purchase:ends', { events: ['restriction.released'] }, ({ type }) =>
      type.endsWith('released'),
    ),
    await listen('purchase:sales', { events: ['purchase.*'] }, () => false),
    await listen(
      'purchase:elsewhere',
      { events: ['restriction.*'], apps: ['com.example.other'] },
      () => false,
    ),
  ];
  const servers = [
    { lane: 'restriction', server: project.server, taken: [], wants: all } as Listening,
    await listen('restriction:eu', {}, all),
  ];
  const everybody = [...events, ...servers];

  function behave({ server, taken }: Listening, then: Behaviour, isTaken: boolean): void {
    server.behave((response, received) => {
      if (isTaken) taken.push(server.received.length - 1);
      then(response, received);
    });
  }
  for (const each of everybody) behave(each, accept, true);

  const real = createSender({ mayReach: anyAddress });
  t.after(() => real.close());
  /** Its process dies after the receiver has the request, before anything is recorded. */
  const dying: Sender = {
    async post(message) {
      await real.post(message);
      throw new Error('killed');
    },
    close: async () => {},
  };
  const relays = [openRelay(gate, t), openRelay(gate, t)];
  const killed = openRelay(gate, t, { sender: dying });

  async function change(): Promise<void> {
    const player = String(1 + random(PLAYERS));
    const end = `2030-01-01 00:00:${String(random(60)).padStart(2, '0')}`;
    if (random(3) === 0) {
      if (restricted.delete(player)) told.push({ type: 'restriction.released', player });
      await project.release(BigInt(player));
      return;
    }
    if (restricted.has(player)) told.push({ type: 'restriction.released', player });
    told.push({ type: 'restriction.set', player });
    restricted.set(player, end);
    await project.restrict([BigInt(player)], end);
  }

  const turn = async (): Promise<void> => {
    await Promise.all(relays.map((relay) => relay.turn()));
  };
  const operate = (lane: LaneName, verb: 'pause' | 'resume') =>
    admin(gate, 'POST', `/projects/${gameIndex}/outbox/${lane}/${verb}`);
  const anyOf = <T>(list: readonly T[]): T => list[random(list.length)] as T;

  const actions: readonly (() => Promise<unknown>)[] = [
    change,
    change,
    change,
    turn,
    turn,
    async () => behave(anyOf(everybody), answer(503, ''), false),
    async () => behave(anyOf(everybody), reset, true),
    async () => behave(anyOf(servers), refusing([BigInt(1 + random(PLAYERS))]), true),
    async () => behave(anyOf(everybody), accept, true),
    async () => behave(anyOf(everybody), accept, true),
    async () => operate(anyOf(everybody).lane, 'pause'),
    async () => operate(anyOf(everybody).lane, 'resume'),
    async () => {
      await change();
      await killed.turn();
      gate.now += LEASE_MS + 1;
    },
    async () => {
      gate.now += random(PROBE_MS);
    },
  ];
  for (let step = 0; step < steps; step += 1) await anyOf(actions)();

  for (const each of everybody) {
    behave(each, accept, true);
    await operate(each.lane, 'resume');
  }
  for (let rounds = 0; rounds < 5; rounds += 1) {
    gate.now += Math.max(PROBE_MS, LEASE_MS);
    for (const { lane } of everybody) await operate(lane, 'resume');
    await turn();
  }

  let repeated = 0;
  for (const listening of everybody) {
    const once = withoutRepeats(listening);
    repeated += listening.taken.length - once.length;
    if (servers.includes(listening)) judgeServer(once, restricted, listening.lane);
    else judgeEvents(once, told.filter(listening.wants), listening.lane);
  }
  return {
    told: told.length,
    requests: everybody.reduce((sum, { taken }) => sum + taken.length, 0),
    repeated,
  };
}

/** What comes again under an id is the same bytes. */
function withoutRepeats({ server, taken, lane }: Listening): string[] {
  const bodies = new Map<string, string>();
  for (const index of taken) {
    const { headers, body } = server.received[index] as GameServer['received'][number];
    assert.equal(headers.authorization, `Bearer ${KEY}`);
    const id = String(headers['webhook-id']);
    assert.equal(bodies.get(id) ?? body, body, `${lane}: other bytes under ${id}`);
    if (!bodies.has(id)) bodies.set(id, body);
  }
  return [...bodies.values()];
}

interface EventBody {
  readonly events: readonly {
    readonly type: string;
    readonly data: { readonly playerId: number };
  }[];
}

/** Exactly what the filter lets through, in the order of the changes. */
function judgeEvents(bodies: readonly string[], expected: readonly Told[], lane: string): void {
  const heard = bodies.flatMap((body) =>
    (JSON.parse(body) as EventBody).events.map(({ type, data }) => ({
      type,
      player: String(data.playerId),
    })),
  );
  assert.deepEqual(heard, expected, lane);
}

interface NotificationBody {
  readonly data: readonly { readonly player_id: number; readonly end_date: string }[];
}

/** What it heard last about each restricted player is what holds. */
function judgeServer(
  bodies: readonly string[],
  restricted: ReadonlyMap<string, string>,
  lane: string,
): void {
  const last = new Map<string, string>();
  for (const body of bodies) {
    for (const { player_id, end_date } of (JSON.parse(body) as NotificationBody).data) {
      last.set(String(player_id), end_date);
    }
  }
  for (const [player, end] of restricted) assert.equal(last.get(player), end, `${lane}: ${player}`);
}
