// A market's key file as the market hands it out: which secret it is, and which settings it contains.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { KeyFile } from '../payment/markets/description.ts';
import { marketOf } from '../payment/markets/markets.ts';
import type { Market } from '../storage/schema.ts';
import { Failure } from './failure.ts';

export function readKeyFile(market: Market, path: string): KeyFile {
  const { keyFile } = marketOf(market);
  if (!keyFile) {
    throw new Failure(`${market} has no key file. Send its secrets in the settings document.`);
  }
  const key = keyFile(basename(path), readText(path));
  if ('problem' in key) throw new Failure(key.problem);
  return key;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Failure(`${path} cannot be read.`);
  }
}
