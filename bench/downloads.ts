// What downloads of large files do to verifications: their median and p99 with none, with 15 of one member, and of 8 members.
import { setTimeout } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { createDatabase, type Kind } from '../test/support/databases.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { PRELOADED } from '../test/support/process.ts';
import { PRODUCT_ID, receiptOf } from './app-store.ts';
import type { DownloadsService } from './downloads-service.ts';
import type { Figure } from './figure.ts';
import { startProcess } from './process.ts';

const PURCHASES = 100_000;
const DOWNLOADS = 15;
const MEMBERS = 8;
const IN_FLIGHT = 4;
const SECONDS = 6;
/** Files of both ways: a whole time range, and a search. */
const FILES = ['format=csv', 'format=ndjson', 'format=csv&sort=verified_at'];

const agent = new Agent({ pipelining: 1, connections: 64 });

export async function benchDownloads(
  kinds: readonly Kind[],
  say: (line: string) => void = () => {},
): Promise<Figure[]> {
  const server = process.env.BENCH_DATABASE_URL
    ? undefined
    : await startPostgres({ durable: true });
  process.env.TEST_DATABASE_URL = process.env.BENCH_DATABASE_URL ?? server?.url;
  try {
    const figures: Figure[] = [];
    for (const kind of kinds) figures.push(...(await benchOn(kind, say)));
    return figures;
  } finally {
    await server?.stop();
  }
}

async function benchOn(kind: Kind, say: (line: string) => void): Promise<Figure[]> {
  const database = await createDatabase(kind);
  try {
    const args = [JSON.stringify(database.storage('production')), `${PURCHASES}`, `${MEMBERS}`];
    await using server = await startProcess<DownloadsService>(
      'downloads-service.ts',
      args,
      PRELOADED,
    );
    const { members } = server.answer;
    const downloaders = {
      'no downloads': [],
      [`${DOWNLOADS} downloads of one member`]: Array(DOWNLOADS).fill(members[0]),
      [`${DOWNLOADS} downloads of ${MEMBERS} members`]: Array.from(
        { length: DOWNLOADS },
        (_, index) => members[index % MEMBERS] as string,
      ),
    };
    const verify = verifier(server.answer);
    await measure(server.answer, [], verify);
    const measured: (Measured & { readonly name: string })[] = [];
    for (const [name, tokens] of Object.entries(downloaders)) {
      measured.push({ name, ...(await measure(server.answer, tokens, verify)) });
    }
    const usual = measured[0] as Measured;
    for (const { name, p50, p99, calls, bytes, busy } of measured) {
      say(
        `${kind}, ${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${calls} verifications, ${(bytes / 1e6).toFixed(0)} MB downloaded, ${busy} times 429`,
      );
    }
    return measured.slice(1).map(({ name, p50 }) => ({
      name: `p50 of a verification beside ${name}, ${kind}`,
      value: p50 / usual.p50,
      unit: `times the usual (${p50.toFixed(1)} ms)`,
      atMost: 4,
    }));
  } finally {
    await database.drop();
  }
}

interface Measured {
  readonly p50: number;
  readonly p99: number;
  readonly calls: number;
  readonly bytes: number;
  /** How often a download was put off. */
  readonly busy: number;
}

async function measure(
  { url, app }: DownloadsService,
  tokens: readonly string[],
  verify: () => Promise<void>,
): Promise<Measured> {
  const over = new AbortController();
  let bytes = 0;
  let busy = 0;
  const download = async (token: string, index: number): Promise<void> => {
    const path = `${url}/admin/v1/apps/${app.appid}/purchases/file?${FILES[index % FILES.length]}`;
    while (!over.signal.aborted) {
      const { statusCode, body } = await request(path, {
        dispatcher: agent,
        signal: over.signal,
        headers: { authorization: `Bearer ${token}` },
      });
      for await (const chunk of body) bytes += (chunk as Buffer).length;
      if (statusCode !== 200 && statusCode !== 429) throw new Error(`${path}: ${statusCode}`);
      if (statusCode !== 429) continue;
      busy += 1;
      await setTimeout(1_000, undefined, { signal: over.signal });
    }
  };
  const downloads = tokens.map((token, index) =>
    download(token, index).catch((error: unknown) => {
      if (!over.signal.aborted) throw error;
    }),
  );
  await setTimeout(300);
  const times: number[] = [];
  const end = performance.now() + SECONDS * 1_000;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      const begun = performance.now();
      await verify();
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  over.abort();
  await Promise.all(downloads);
  const sorted = times.toSorted((one, other) => one - other);
  const percentile = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50: percentile(0.5), p99: percentile(0.99), calls: times.length, bytes, busy };
}

/** Verifies a new purchase with each call. */
function verifier({ url, app: { appid, token } }: DownloadsService): () => Promise<void> {
  let next = 0;
  return async () => {
    const { statusCode, body } = await request(`${url}/payment/v1/purchase/verify`, {
      dispatcher: agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-app-id': appid,
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({
        accountUuid: 'a3b1c5d7-0000-4000-8000-00000000e001',
        serviceReceipt: receiptOf(next++),
        productId: PRODUCT_ID,
        providerId: 'APPLE',
        requestType: 1,
      }),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${statusCode} ${text}`);
  };
}
