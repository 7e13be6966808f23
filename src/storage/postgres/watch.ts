// Watches the server over a connection of its own: receives the signals of other processes, and notices when the server falls silent.
import pg from 'pg';
import { type Connections, hangUp, silent } from './connections.ts';

const PING_EVERY_MS = 1_000;
/** Counted in pings, not in time: a process that was held up itself has not waited. */
const SILENT_AFTER_PINGS = 5;

export interface WatchOptions {
  readonly channel: string;
  onMessage(payload: string): void;
  /** Messages may have been missed: every second without a connection that answers or behind a pooler, and after one was opened. */
  onGap(): void;
  onNews(news: DatabaseNews): void;
}

/** What an operator should know, reported once. */
export type DatabaseNews =
  | { readonly kind: 'away'; readonly reason: string }
  | { readonly kind: 'back' }
  | { readonly kind: 'unwritable'; readonly reason: string }
  | { readonly kind: 'writable' }
  | { readonly kind: 'pooler' };

/** Returns a stop function. */
export function watch(connections: Connections, options: WatchOptions): () => Promise<void> {
  const { channel, onMessage, onGap, onNews } = options;
  let client: pg.Client | undefined;
  let isConnecting = false;
  let isStopped = false;
  /** Unknown before the first connection, which the start of the service reports by itself. */
  let isThere: boolean | undefined;
  let isPoolerReported = false;
  let unanswered = 0;

  function tell(now: boolean, reason = ''): void {
    if (isThere === now) return;
    if (!now && isThere) onNews({ kind: 'away', reason });
    if (now && isThere === false) onNews({ kind: 'back' });
    if (now || isThere) isThere = now;
  }

  async function connect(): Promise<void> {
    isConnecting = true;
    try {
      const next = await connections.connectApart();
      next.on('notification', (message) => onMessage(message.payload ?? ''));
      next.on('end', () => lose(next, 'The connection was closed.'));
      if (!connections.isPooled()) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (isStopped) return void next.end();
      client = next;
      unanswered = 0;
      if (connections.isPooled() && !isPoolerReported) onNews({ kind: 'pooler' });
      isPoolerReported = connections.isPooled();
      tell(true);
      onGap();
    } catch (error) {
      tell(false, (error as Error).message);
    } finally {
      isConnecting = false;
    }
  }

  function lose(lost: pg.Client, reason: string): void {
    if (client !== lost) return;
    client = undefined;
    if (!isStopped) tell(false, reason);
  }

  async function ping(asked: pg.Client): Promise<void> {
    unanswered += 1;
    if (unanswered > SILENT_AFTER_PINGS) {
      const reason = silent();
      lose(asked, reason.message);
      hangUp(asked, reason);
      connections.cut();
      return;
    }
    // The connection answers in order, so that one question under way is enough.
    if (unanswered > 1) return;
    await asked.query('select 1');
    unanswered = 0;
    if (connections.isPooled()) onGap();
  }

  const look = (): void => {
    if (!client || unanswered > 0) onGap();
    if (client) ping(client).catch(() => {});
    else if (!isConnecting) void connect();
  };
  const timer = setInterval(look, PING_EVERY_MS).unref();
  look();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await client?.end().catch(() => {});
  };
}
