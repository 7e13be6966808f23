// A progress bar on a terminal; prints nothing elsewhere.

const WIDTH = 30;
const REDRAW_MS = 100;

export interface Progress {
  advance(by: number): void;
  /** Leaves the terminal as it was. */
  end(): void;
}

type Screen = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

const CLEAR_LINE = '\r\x1b[K';

export function showProgress(what: string, total: number, screen: Screen): Progress {
  let done = 0;
  let drawnAt = Number.NEGATIVE_INFINITY;
  const draw = (now: number): void => {
    drawnAt = now;
    screen.write(`${CLEAR_LINE}${progressLine(what, done, total)}`);
  };
  if (!screen.isTTY) return { advance() {}, end() {} };
  return {
    advance(by) {
      done += by;
      const now = performance.now();
      if (now - drawnAt >= REDRAW_MS) draw(now);
    },
    end: () => void screen.write(CLEAR_LINE),
  };
}

/** `done` may exceed `total`, which was counted earlier. */
export function progressLine(what: string, done: number, total: number): string {
  const share = done >= total ? 1 : done / total;
  const filled = Math.floor(share * WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `${bar} ${percent} %  ${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${what}`;
}
