// An app's custom price keys, with which its app server signs custom amounts; they are stored encrypted.

import { Type } from 'typebox';
import type { OperationContext } from '../audit/operation.ts';
import { namedObject } from '../base/named.ts';
import type { Place } from '../base/vault.ts';
import { placeIn } from '../storage/sealed.ts';
import { appKeys } from './app-keys.ts';
import { isValidAt, SecretHint } from './rotation.ts';

export const PriceKey = namedObject('PriceKey', {
  key_id: Type.String({ description: 'Identifies the custom price key.' }),
  ...SecretHint.properties,
});

export const NewPriceKey = namedObject('NewPriceKey', {
  key_id: Type.String(),
  price_key: Type.String({
    description: 'The key; its UTF-8 text signs with HMAC-SHA256. It is shown only once.',
  }),
});
export type NewPriceKey = Type.Static<typeof NewPriceKey>;

const placeOf = (key_id: string): Place => placeIn('price_key', 'sealed_key', { key_id });

/** The first key is created by a rotation, too. */
export const {
  rotate: rotatePriceKey,
  revoke: revokePriceKey,
  list: listPriceKeys,
} = appKeys<NewPriceKey>({
  table: 'price_key',
  name: 'price-key',
  one: 'custom price key',
  many: 'custom price keys',
  prefix: 'tgp',
  insert(tx, row, { secret }, { vault }) {
    const sealed_key = vault.seal(secret, placeOf(row.key_id));
    return tx
      .insertInto('price_key')
      .values({ ...row, sealed_key })
      .execute();
  },
  show: (key_id, secret) => ({ key_id, price_key: secret }),
});

/** The valid keys themselves, newest first. */
export async function readPriceKeys(
  { storage, clock, vault }: OperationContext,
  appid: string,
): Promise<readonly string[]> {
  const rows = await storage.db
    .selectFrom('price_key')
    .select(['key_id', 'sealed_key', 'expires_at'])
    .where('appid', '=', appid)
    .orderBy('created_at', 'desc')
    .orderBy('key_id', 'desc')
    .execute();
  return rows
    .filter(isValidAt(clock()))
    .map(({ key_id, sealed_key }) => vault.unseal(sealed_key, placeOf(key_id)));
}
