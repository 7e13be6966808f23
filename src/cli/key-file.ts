// A market's key file as the market hands it out: which secret it is, and which settings it tells.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Market } from '../storage/schema.ts';
import { Failure } from './failure.ts';

export interface KeyFile {
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

export function readKeyFile(market: Market, path: string): KeyFile {
  const name = basename(path);
  if (market === 'APPLE') return appleKey(name, readText(path));
  if (market === 'GOOGLE') return googleKey(name, readText(path));
  throw new Failure(`${market} has no key file. Send its secrets in the settings document.`);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Failure(`${path} cannot be read.`);
  }
}

/** App Store Connect names its key files after the type and the id of the key. */
function appleKey(name: string, private_key: string): KeyFile {
  if (/^AuthKey_/.test(name)) {
    throw new Failure(
      `${name} is an App Store Connect API key. Tollgate needs the In-App Purchase key, SubscriptionKey_….p8: App Store Connect → Users and Access → Integrations → In-App Purchase.`,
    );
  }
  const [, key_id] = /^SubscriptionKey_(\w+)\.p8$/.exec(name) ?? [];
  return { settings: key_id === undefined ? {} : { key_id }, secrets: { private_key } };
}

function googleKey(name: string, service_account: string): KeyFile {
  const email = emailOf(service_account);
  if (email === undefined) {
    throw new Failure(`${name} is not the JSON key file of a service account.`);
  }
  return { settings: { service_account_email: email }, secrets: { service_account } };
}

function emailOf(text: string): string | undefined {
  try {
    const { client_email: email } = JSON.parse(text);
    return typeof email === 'string' ? email : undefined;
  } catch {
    return undefined;
  }
}
