// Rules of receivers: which URLs are allowed, and that a key never reaches another server.
import { invalid, type Rejection } from '../audit/operation.ts';
import type { Vault } from '../base/vault.ts';
import type { ReceiverTable } from '../storage/schema.ts';
import { openSecret } from './receiver-secrets.ts';

export function urlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'The URL must start with https:// or http:// and name a host.';
  }
  if (url.username !== '' || url.password !== '')
    return 'The URL must not contain a user name or password.';
  if (url.hash !== '') return 'The URL must not have a fragment (#).';
  return undefined;
}

/** Over http anyone on the way reads the key. */
export function plainTextProblem(text: string): Rejection | undefined {
  if (URL.parse(text)?.protocol !== 'http:') return undefined;
  return invalid(
    'url',
    'The URL must start with https://, because the key is sent with every message. For local work, TOLLGATE_ALLOW_PRIVATE_TARGETS=true allows http.',
  );
}

interface Change {
  readonly url: string;
  readonly key?: string | undefined;
  readonly new_key?: boolean | undefined;
  readonly bearer?: string | undefined;
}

/** A secret is kept only if it opens, and another origin is another server: it must not get one of the one before it. */
export function reuseProblem(
  vault: Vault,
  old: ReceiverTable,
  change: Change,
): Rejection | undefined {
  const closed = closedProblem(vault, old, change);
  if (closed) return closed;
  const { url, key, new_key, bearer } = change;
  const [from, to] = [originOf(old.url), originOf(url)];
  if (from === to) return undefined;
  const columns = ['sealed_key', 'sealed_old_key', 'sealed_bearer'] as const;
  const secrets = columns.flatMap((column) => openSecret(vault, old, column) ?? []);
  const keepsKey = key === undefined ? !new_key : secrets.includes(key);
  if (keepsKey) {
    return invalid(
      'key',
      `${to} must not get the key of ${from}. Set a new key together with the new URL.`,
    );
  }
  const keepsBearer = bearer === undefined ? old.sealed_bearer !== null : secrets.includes(bearer);
  if (!keepsBearer) return undefined;
  return invalid(
    'bearer',
    `${to} must not get the bearer token of ${from}. Set a new bearer together with the new URL, or an empty one to use the key.`,
  );
}

function closedProblem(
  vault: Vault,
  old: ReceiverTable,
  { key, new_key, bearer }: Change,
): Rejection | undefined {
  if (key === undefined && !new_key && openSecret(vault, old, 'sealed_key') === undefined) {
    return invalid('key', 'The stored key does not open. Set a new one.');
  }
  const keepsBearer = bearer === undefined && old.sealed_bearer !== null;
  if (!keepsBearer || openSecret(vault, old, 'sealed_bearer') !== undefined) return undefined;
  return invalid(
    'bearer',
    'The stored bearer token does not open. Set a new bearer, or an empty one to use the key.',
  );
}

const originOf = (url: string): string => new URL(url).origin;
