// Asks the emulator. Node's own `fetch` would be loaded for this alone, which a start can do without.
import { request } from 'undici';

const WITHIN_MS = 5_000;

export interface Question {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
}

/** The JSON of a good answer; anything else throws. */
export async function ask(
  url: string,
  { method = 'GET', headers = {}, body }: Question = {},
): Promise<unknown> {
  const answer = await request(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout(WITHIN_MS),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
