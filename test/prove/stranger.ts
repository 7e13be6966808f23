// A stranger who sends requests from a thread of its own, so that whoever measures does not wait for it.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { guessesFrom } from '../restriction/guesses.ts';

export interface Order {
  readonly url: string;
  readonly count: number;
  /** Guesses of codes, or the cheapest requests that there are. */
  readonly codes: { readonly own: string; readonly others: readonly string[] } | undefined;
}

type Statuses = Readonly<Record<number, number>>;

const AT_ONCE = 8;

/** How many answers had which status. */
export function sendStrange(order: Order): Promise<Statuses> {
  const worker = new Worker(new URL(import.meta.url), { workerData: order });
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}

async function send({ url, count, codes }: Order): Promise<Statuses> {
  const guesses = codes && guessesFrom(codes.own, codes.others, count);
  const statuses: Record<number, number> = {};
  let left = count;
  const sender = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const guess = guesses?.next().value ?? undefined;
      const { status } = guess
        ? await tryCode(url, guess.code, guess.address)
        : await answered(fetch(`${url}/nothing`));
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return statuses;
}

export const tryCode = (url: string, code: string, address: string): Promise<Response> =>
  answered(
    fetch(`${url}/appeal`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': address,
      },
      body: new URLSearchParams({ code }).toString(),
    }),
  );

async function answered(sent: Promise<Response>): Promise<Response> {
  const response = await sent;
  await response.arrayBuffer();
  return response;
}

if (!isMainThread) parentPort?.postMessage(await send(workerData as Order));
