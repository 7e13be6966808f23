// A log that tests can read: what the service writes, line by line, as text and as JSON.
import { createLog } from '../../src/start/log.ts';

export interface Line {
  readonly level: number;
  readonly msg: string;
  readonly operation?: string;
  readonly app?: string;
  readonly trace_id?: string;
  readonly status?: number;
}

export function captureLog() {
  const texts: string[] = [];
  return {
    log: createLog('info', { write: (text: string) => void texts.push(text) }),
    /** Everything so far, and forgets it. */
    take(): { text: string; lines: Line[] } {
      const taken = texts.splice(0);
      return { text: taken.join(''), lines: taken.map((line) => JSON.parse(line)) };
    },
  };
}
