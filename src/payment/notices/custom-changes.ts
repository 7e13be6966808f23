// Reads a studio's list of changes for notifications that failed to arrive.
import type { Clock } from '../../base/clock.ts';
import type { AskStudio } from '../markets/custom/api.ts';
import { type CustomApp, type customShapes, keysOf } from '../markets/custom/settings.ts';
import { signed } from '../markets/custom/signature.ts';
import { type Fields, listOf, textOf } from '../markets/fields.ts';
import type { Unavailable } from '../markets/market.ts';
import type { Notices } from './notices.ts';
import type { PollSource } from './pollers.ts';

const MINUTE_MS = 60_000;
/** Answers of one look, so that it ends within its lease. */
const PAGES = 20;

export interface CustomChangesDeps {
  readonly ask: AskStudio;
  readonly notices: Pick<Notices, 'receive'>;
  readonly clock: Clock;
}

/** The position is the number of the next change; 0 before the studio has said it. */
export function customChanges(deps: CustomChangesDeps): PollSource<typeof customShapes> {
  const { ask, notices, clock } = deps;

  /** Handled like a received notification, so duplicates are dropped. The signature of the answer covers it. */
  async function receive(app: CustomApp, change: Fields): Promise<Unavailable | undefined> {
    const body = JSON.stringify(change);
    const headers = signed(keysOf(app), textOf(change.id) ?? '', body, clock());
    const reception = await notices.receive('CUSTOM', app.appid, { body, headers });
    return typeof reception === 'object' ? reception : undefined;
  }

  return {
    source: 'custom.changes',
    market: 'CUSTOM',
    everyMs: 10 * MINUTE_MS,
    async read(app, position) {
      let from = position;
      for (let page = 0; page < PAGES; page += 1) {
        const answer = await ask(app, 'changes', { from: from === 0 ? null : from });
        if ('unavailable' in answer) return { ...answer, position: from };
        const { changes, next } = answer.found;
        if (!Array.isArray(changes) || !Number.isSafeInteger(next) || Number(next) < from) {
          return { unavailable: 'The answer has another form than documented', position: from };
        }
        for (const change of listOf(changes)) {
          const failed = await receive(app, change);
          if (failed) return { ...failed, position: from };
        }
        const isEnd = from === 0 || next === from;
        from = Math.max(1, Number(next));
        if (isEnd) break;
      }
      return { position: from };
    },
  };
}
