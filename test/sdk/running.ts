// A suite whose service listens on a port, for clients that only know its address.
import { before } from 'node:test';
import { createTollgate, type Tollgate, type TollgateOptions } from '../../sdk/src/index.ts';
import type { Gate, TestApp } from '../support/harness.ts';
import { type Markets, marketSuite } from '../support/markets.ts';

export interface Running {
  readonly gate: Gate;
  readonly markets: Markets;
  /** Where the service listens. */
  url(): string;
  client(app: TestApp, options?: Partial<TollgateOptions>): Tollgate;
}

/** One database is enough: the SDK sees only answers. */
export function sdkSuite(name: string, define: (running: Running) => void): void {
  const within = (gate: Gate, markets: Markets): void => {
    let address = '';
    before(async () => {
      address = await gate.service.app.listen({ host: '127.0.0.1', port: 0 });
    });
    define({
      gate,
      markets,
      url: () => address,
      client: ({ appid: appId, clientId, clientSecret }, options = {}) =>
        createTollgate({ url: address, appId, clientId, clientSecret, ...options }),
    });
  };
  marketSuite(name, within, { kinds: ['sqlite'] });
}

/** Remembers what was sent where; `alter` may lose or replace answers. */
export function recordingFetch(
  alter: (response: Response, path: string, count: number) => Response | Promise<Response> = (
    response,
  ) => response,
) {
  const sent: { readonly path: string; readonly init: RequestInit }[] = [];
  const paths = (): string[] => sent.map(({ path }) => path);
  return {
    sent,
    paths,
    async fetch(url: string, init: RequestInit): Promise<Response> {
      const path = new URL(url).pathname;
      sent.push({ path, init });
      return alter(await fetch(url, init), path, paths().filter((each) => each === path).length);
    },
  };
}

export const TYPE = {
  typeStatus: 'N',
  typeName: '불법 프로그램',
  typeEnName: 'Illegal program',
  reasons: [
    { language: 'ko', title: '이용 제한', reason: '불법 프로그램 사용' },
    { language: 'en', title: 'Access restricted', reason: 'Use of an illegal program.' },
  ],
} as const;

export const BAN = {
  status: 'B',
  blockType: 1,
  startDate: '2026-11-15 00:00:00',
  endDate: '2099-12-15 00:00:00',
} as const;

/** A number cannot hold it. */
export const PLAYER = 9_007_199_254_740_993n;
