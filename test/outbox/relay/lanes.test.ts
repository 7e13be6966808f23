// Lanes: independent of each other, shared between processes, paused and redirected.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLaneDue, pauseLane, resumeLane } from '../../../src/outbox/relay/lanes.ts';
import type { Db } from '../../../src/storage/db.ts';
import { type Gate, suite } from '../../support/harness.ts';
import { accept, answer, hang, startGameServer } from '../game-server.ts';
import { createProject, KEY, openRelay, type Project, players } from '../project.ts';

type LaneChange = (tx: Db, lane: { gameIndex: number; channel: 'restriction' }) => Promise<unknown>;

const change = (gate: Gate, { gameIndex }: Project, work: LaneChange): Promise<unknown> =>
  work(gate.service.context.storage.db, { gameIndex, channel: 'restriction' });

suite('outbox lanes', (gate) => {
  test('a project whose server hangs does not delay another', async (t) => {
    const stuck = await createProject(gate, t);
    const other = await createProject(gate, t);
    const relay = openRelay(gate, t, { network: { totalMs: 60_000 } });
    stuck.server.behave(hang);
    await stuck.restrict(players(1n, 10));
    await other.restrict(players(1n, 250));
    const turn = relay.turn();
    await stuck.server.arrival(1);
    await other.server.arrival(3);
    assert.equal(stuck.server.received.length, 1);
    await stuck.server.close();
    await turn;
  });

  test('one request is under way per project', async (t) => {
    const app = await createProject(gate, t);
    let open = 0;
    app.server.behave((response, received) => {
      assert.equal(++open, 1);
      setImmediate(() => {
        open--;
        accept(response, received);
      });
    });
    await app.restrict(players(1n, 300));
    const relays = [openRelay(gate, t), openRelay(gate, t)];
    await Promise.all(relays.map((relay) => relay.turn()));
    assert.equal(app.server.received.length, 3);
  });

  test('a paused lane sends nothing until it is resumed', async (t) => {
    const app = await createProject(gate, t);
    const relay = openRelay(gate, t);
    await change(gate, app, pauseLane);
    await app.restrict([1n]);
    await relay.turn();
    assert.equal(app.server.received.length, 0);
    await change(gate, app, resumeLane);
    await relay.turn();
    assert.equal(app.server.received.length, 1);
  });

  test('pausing lets the request under way finish and begins no other', async (t) => {
    const app = await createProject(gate, t);
    const relay = openRelay(gate, t);
    app.server.behave((response, received) => {
      void change(gate, app, pauseLane).then(() => accept(response, received));
    });
    await app.restrict(players(1n, 150));
    await relay.turn();
    assert.equal(app.server.received.length, 1);
    app.server.behave(accept);
    await change(gate, app, resumeLane);
    await relay.turn();
    assert.deepEqual(
      app.server.told().map((data) => data.length),
      [100, 50],
    );
  });

  test('hurrying ends the wait for the next attempt', async (t) => {
    const app = await createProject(gate, t);
    const relay = openRelay(gate, t);
    app.server.behave(answer(500, ''));
    await app.restrict([1n]);
    await relay.turn();
    await change(gate, app, makeLaneDue);
    await relay.turn();
    assert.equal(app.server.received.length, 2);
  });

  test('a changed URL applies to what is not delivered yet, under a new id', async (t) => {
    const app = await createProject(gate, t);
    const relay = openRelay(gate, t);
    const next = await startGameServer();
    t.after(() => next.close());
    app.server.behave(answer(500, ''));
    await app.restrict(players(1n, 120));
    await relay.turn();
    await app.connect(next.url, `${KEY}-2`);
    gate.now += 5_000;
    await relay.turn();
    assert.equal(app.server.received.length, 1);
    assert.deepEqual(
      next.told().map((data) => data.length),
      [100, 20],
    );
    const [old, first] = [app.server.received[0], next.received[0]];
    assert.equal(first?.body, old?.body.replace(app.server.url, next.url));
    assert.notEqual(first?.headers['webhook-id'], old?.headers['webhook-id']);
  });

  test('a URL that changes during an attempt is used at once', async (t) => {
    const app = await createProject(gate, t);
    const relay = openRelay(gate, t);
    const next = await startGameServer();
    t.after(() => next.close());
    app.server.behave((response) => {
      void app.connect(next.url, `${KEY}-2`).then(() => response.writeHead(500).end());
    });
    await app.restrict([1n]);
    await relay.turn();
    assert.deepEqual([app.server.received.length, next.received.length], [1, 1]);
  });

  test('a changed key keeps the bytes and the id', async (t) => {
    const app = await createProject(gate, t);
    const relay = openRelay(gate, t);
    app.server.behave(answer(401, ''));
    await app.restrict([1n]);
    await relay.turn();
    await app.connect(app.server.url, 'another-key-of-the-game-server');
    app.server.behave(accept);
    gate.now += 5_000;
    await relay.turn();
    const [old, next] = app.server.received;
    assert.equal(next?.body, old?.body);
    assert.equal(next?.headers['webhook-id'], old?.headers['webhook-id']);
    assert.equal(next?.headers.authorization, 'Bearer another-key-of-the-game-server');
  });

  test('two processes share the work and send nothing twice', async (t) => {
    // A SQLite file is waited for without yielding: two connections in one process would only block each other.
    const service = gate.kind === 'postgres' ? await gate.secondService() : gate.service;
    const relays = [openRelay(gate, t), openRelay(gate, t, { service })];
    const apps = await Promise.all([1, 2, 3, 4].map(() => createProject(gate, t)));
    await Promise.all(apps.map((app) => app.restrict(players(1n, 250))));
    await Promise.all(relays.map((relay) => relay.turn()));
    for (const app of apps) {
      assert.deepEqual(
        app.server.told().map((data) => data.length),
        [100, 100, 50],
      );
    }
  });

  test('when a lease runs out another process sends the same batch', async (t) => {
    const app = await createProject(gate, t);
    const dead = openRelay(gate, t, { network: { totalMs: 60_000 } });
    const heir = openRelay(gate, t, { service: await gate.secondService() });
    app.server.behave(hang);
    await app.restrict([1n]);
    const lost = dead.turn();
    await app.server.arrival(1);
    app.server.behave(accept);
    gate.now += 19_999;
    await heir.turn();
    assert.equal(app.server.received.length, 1, 'the lease still holds');
    gate.now += 1;
    await heir.turn();
    const [first, second] = app.server.received;
    assert.equal(second?.body, first?.body);
    assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);
    // The old holder comes back too late: what it has to say counts no more.
    await app.server.close();
    await lost;
    await heir.turn();
    assert.equal(app.server.received.length, 2);
  });

  test('a running relay sends at once when something is queued', async (t) => {
    const app = await createProject(gate, t);
    openRelay(gate, t).start();
    await app.restrict([1n]);
    await app.server.arrival(1);
    await app.restrict([2n]);
    await app.server.arrival(2);
  });

  test('a running relay sends what another process has queued', async (t) => {
    const app = await createProject(gate, t);
    openRelay(gate, t, { service: await gate.secondService() }).start();
    await app.restrict([1n]);
    await app.server.arrival(1);
  });

  test('stopping finishes the request under way and gives the lane back', async (t) => {
    const app = await createProject(gate, t);
    const relay = openRelay(gate, t, { network: { totalMs: 60_000 } });
    app.server.behave((response, received) => {
      void relay.stop();
      accept(response, received);
    });
    await app.restrict(players(1n, 150));
    relay.start();
    await app.server.arrival(1);
    await relay.stop();
    assert.equal(app.server.received.length, 1);
    app.server.behave(accept);
    await openRelay(gate, t).turn();
    assert.deepEqual(
      app.server.told().map((data) => data.length),
      [100, 50],
    );
  });
});
