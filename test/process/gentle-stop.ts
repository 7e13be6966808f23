// SIGTERM: callers that keep their connections are told, and lose no answer, with one process and with several.
import assert from 'node:assert/strict';
import { type RunningProcess, until } from '../support/process.ts';
import { callRaw, type RawCaller } from '../support/raw-caller.ts';

const STOPPING = 'stopping: no new connections; answering the open ones';
const CALLERS = 64;
/** Some callers are idle most of the time, so that a stop meets requests on their way to idle connections. */
const PAUSES_MS = [0, 0, 3, 40];

const BODY = JSON.stringify({ appid: 'nobody', service_certification_key: 'x' });
const CALL = [
  'POST /game/block/type/get HTTP/1.1',
  'host: tollgate.test',
  'content-type: application/json',
  'iscrypt: 0',
  `content-length: ${BODY.length}`,
  '',
  BODY,
].join('\r\n');
const READY = 'GET /health/ready HTTP/1.1\r\nhost: tollgate.test\r\n\r\n';
const ANSWER = '{"result_code":6000,"result_msg":"INVALID_APPID"}';

interface Caller {
  calls: number;
  /** What must not happen to a request on a connection that stands. */
  readonly lost: string[];
}

/** Calls until nobody listens any more. */
async function keepCalling(url: string, pauseMs: number, caller: Caller): Promise<void> {
  for (;;) {
    let connection: RawCaller;
    try {
      connection = await callRaw(url);
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ECONNREFUSED');
      return;
    }
    try {
      for (let isLast = false; !isLast; ) {
        connection.write(CALL);
        const { status, body, headers } = await connection.answer();
        assert.deepEqual([status, body], [200, ANSWER]);
        caller.calls += 1;
        isLast = headers.connection === 'close';
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      const failure = await connection.ended;
      if (failure) throw failure;
    } catch (error) {
      caller.lost.push(String(error));
      return;
    }
  }
}

const count = (running: RunningProcess, text: string): number =>
  running.output().split(text).length - 1;

/** 64 callers lose no answer, open connections are not ready, a request that has begun is answered. */
export async function expectGentleStop(running: RunningProcess, processes: number): Promise<void> {
  const [half, idle, silent] = (await Promise.all([1, 2, 3].map(() => callRaw(running.url)))) as [
    RawCaller,
    RawCaller,
    RawCaller,
  ];
  idle.write(READY);
  assert.deepEqual((await idle.answer()).body, '{"status":"ready"}');
  half.write(CALL.slice(0, 40));
  const callers = Array.from({ length: CALLERS }, (): Caller => ({ calls: 0, lost: [] }));
  const all = callers.map((caller, at) =>
    keepCalling(running.url, PAUSES_MS[at % PAUSES_MS.length] ?? 0, caller),
  );
  await until(() => callers.every(({ calls }) => calls >= 5));
  const exit = running.stop();

  await until(() => count(running, STOPPING) === processes);
  idle.write(READY);
  const ready = await idle.answer();
  assert.deepEqual(
    [ready.status, ready.body],
    [503, '{"status":"unavailable","reason":"The service is stopping."}'],
  );
  await assert.rejects(callRaw(running.url), { code: 'ECONNREFUSED' });
  await Promise.all(all);
  assert.deepEqual(
    callers.flatMap(({ lost }) => lost),
    [],
  );
  // The connection that says nothing ends when idle ones do; the request is still under way.
  assert.equal(await silent.ended, undefined);
  half.write(CALL.slice(40));
  const answer = await half.answer();
  assert.deepEqual([answer.status, answer.body, answer.headers.connection], [200, ANSWER, 'close']);
  assert.equal(await half.ended, undefined);

  assert.equal(await exit, 0);
  assert.equal(await running.ended(), 0);
  assert.equal(count(running, STOPPING), processes);
  assert.equal(count(running, 'stopped: every connection has ended'), processes);
  assert.equal(count(running, '"msg":"stopped"'), processes);
}
