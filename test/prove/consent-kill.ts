// Withdrawn consent, and consent given again, while the process that learns of it dies with kill -9 before each
// message that it sends to its database. Whoever told it tells again: nothing happens twice, and nothing is lost.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { InjectOptions } from 'fastify';
import { ADMIN_TOKEN, asAdmin } from '../admin/caller.ts';
import { type Family, newDownload, newInstall, openFamily } from '../consent/parent.ts';
import { newPlayer, SECOND } from '../restriction/players.ts';
import type { Gate } from '../support/harness.ts';
import type { Markets } from '../support/markets.ts';
import { type OwnProcess, ownProcess } from './own-process.ts';

/** Longer than the lease of a job. */
const LEASE_MS = 2 * 60_000;

interface Child {
  readonly player: number;
  readonly download: string;
  readonly install: string;
}

/** A way in which the service learns of it. */
interface Way {
  before(child: Child): Promise<unknown>;
  /** What is sent, and sent again until there is an answer. */
  request(child: Child): Promise<InjectOptions>;
  /** What has become of the player in the end. */
  readonly history: readonly string[];
}

const RESTRICTED = ['registered'];
const RELEASED = ['registered', 'released'];

/** How often the process died, for each way. It dies before every so-manieth message, at each way before others, and soon. */
export async function proveConsent(
  gate: Gate,
  markets: Markets,
  every: number,
): Promise<Readonly<Record<string, number>>> {
  const family = await openFamily(gate, markets);
  await family.restrictFrom();
  const postbox = await openPostbox();
  const learner = ownProcess(gate, markets, { adminToken: ADMIN_TOKEN });
  const deaths: Record<string, number> = {};
  try {
    await family.sendNoticesTo(postbox.url);
    const ways = Object.entries(waysOf(gate, markets, family, postbox.take));
    for (const [index, [name, way]] of ways.entries()) {
      const first = 1 + Math.floor((index * every) / (2 * ways.length));
      let count = 0;
      while (await dies(gate, family, learner, way, first + count * every)) count += 1;
      deaths[name] = count;
    }
    return deaths;
  } finally {
    learner.stop();
    await postbox.close();
  }
}

function waysOf(
  gate: Gate,
  markets: Markets,
  family: Family,
  takeNotice: () => string,
): Readonly<Record<string, Way>> {
  const { app, path, place } = family;
  const link = ({ player, download, install }: Child) =>
    family.logIn(player, { app_transaction_id: download, install_id: install });
  const line = ({ install }: Child, state: 'withdrawn' | 'given') =>
    `id,time,state\n${install},${new Date(gate.now).toISOString()},${state}\n`;
  const imported = async (child: Child, state: 'withdrawn' | 'given'): Promise<InjectOptions> => ({
    method: 'POST',
    url: `/admin/v1${path}/consent/import?provider=GOOGLE`,
    headers: { ...asAdmin, 'content-type': 'text/csv' },
    payload: line(child, state),
  });
  const loggedIn = async (player_id: number, app_transaction_id: string) => ({
    method: 'POST' as const,
    url: '/auth/v1/login',
    headers: { authorization: `Bearer ${await gate.token(app)}` },
    payload: { appid: app.appid, player_id, app_transaction_id },
  });
  async function withdrawnByFile(child: Child): Promise<void> {
    await link(child);
    await family.import(line(child, 'withdrawn'));
    gate.now += SECOND;
  }
  async function notified({ download }: Child): Promise<InjectOptions> {
    await markets.control('/apple/rescinded-consents', { ...place, appTransactionId: download });
    await family.release();
    const url = `/market/v1/apple/${app.appid}`;
    const headers = { 'content-type': 'application/json' };
    return { method: 'POST', url, headers, payload: takeNotice() };
  }
  async function withdrawnByNotice(child: Child): Promise<void> {
    await tell(gate, await notified(child));
    await gate.service.followUps.turn();
    gate.now += SECOND;
  }
  return {
    'a notification of Apple': { before: link, request: notified, history: RESTRICTED },
    'a line of a file': {
      before: link,
      request: (child) => imported(child, 'withdrawn'),
      history: RESTRICTED,
    },
    'a login from a download without consent': {
      before: withdrawnByNotice,
      request: ({ player, download }) => loggedIn(player, download),
      history: RESTRICTED,
    },
    'a line that says given again': {
      before: withdrawnByFile,
      request: (child) => imported(child, 'given'),
      history: RELEASED,
    },
    'a login from a new download': {
      async before(child) {
        await link(child);
        await withdrawnByNotice(child);
      },
      request: ({ player }) => loggedIn(player, newDownload()),
      history: RELEASED,
    },
    "support's word": {
      before: withdrawnByFile,
      request: async ({ player }) => ({
        method: 'POST',
        url: `/admin/v1${path}/players/${player}/consent/restore`,
        headers: asAdmin,
        payload: {},
      }),
      history: RELEASED,
    },
  };
}

/** False once there are fewer messages than that. */
async function dies(
  gate: Gate,
  family: Family,
  learner: OwnProcess,
  way: Way,
  beforeMessage: number,
): Promise<boolean> {
  const child = { player: newPlayer(), download: newDownload(), install: newInstall() };
  await way.before(child);
  const request = await way.request(child);
  const { died, answer } = await learner.errand(request, 'follow-ups', beforeMessage);
  if (answer) assert.equal(answer.status, 200, JSON.stringify(answer.body));
  else await tell(gate, request);
  gate.now += LEASE_MS;
  await gate.service.followUps.turn();
  await expectOnce(gate, family, child, way.history);
  return died;
}

/** A process that lives is told. That it knows already is fine. */
async function tell(gate: Gate, request: InjectOptions): Promise<void> {
  const { statusCode, body } = await gate.service.app.inject(request);
  assert.ok(statusCode === 200 || body.includes('No consent is withdrawn'), body);
}

async function expectOnce(
  gate: Gate,
  family: Family,
  { player }: Child,
  history: readonly string[],
): Promise<void> {
  const isRestricted = history === RESTRICTED;
  const found = await family.history(player);
  assert.deepEqual(
    found.map(({ action }: { action: string }) => action),
    history,
  );
  assert.equal(
    (await family.restriction(player))?.actor_kind,
    isRestricted ? 'consent' : undefined,
  );
  const events = (await family.events()).filter(
    (event) => Reflect.get(event, 'playerId') === player,
  );
  const [lost, ...again] = events;
  assert.deepEqual(
    [lost?.type, Reflect.get(lost ?? {}, 'restricted')],
    ['consent.withdrawn', true],
  );
  assert.deepEqual(
    again.map((event) => [event.type, Reflect.get(event, 'released')]),
    isRestricted ? [] : [['consent.restored', true]],
  );
  const { withdrawn, restricted } = await family.consent(player);
  assert.deepEqual([withdrawn, restricted], [isRestricted, isRestricted]);
  const { db } = gate.service.context.storage;
  assert.deepEqual(await db.selectFrom('job').select('job_id').execute(), []);
}

/** Where the App Store sends its notifications. */
async function openPostbox() {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** The newest. */
    take(): string {
      const body = bodies.pop();
      assert.ok(body !== undefined);
      return body;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
