// An app's certification keys: they authenticate it in generation 1, and are stored as hashes.

import { Type } from 'typebox';
import { namedObject } from '../base/named.ts';
import { appKeys } from './app-keys.ts';
import { SecretHint } from './rotation.ts';

export const CertificationKey = namedObject('CertificationKey', {
  key_id: Type.String(),
  ...SecretHint.properties,
});

export const NewCertificationKey = namedObject('NewCertificationKey', {
  key_id: Type.String(),
  service_certification_key: Type.String({ description: 'The key. It is shown only once.' }),
});
export type NewCertificationKey = Type.Static<typeof NewCertificationKey>;

export const {
  create: createKey,
  rotate: rotateKey,
  revoke: revokeKey,
  list: listKeys,
} = appKeys<NewCertificationKey>({
  table: 'certification_key',
  name: 'key',
  one: 'key',
  many: 'certification keys',
  prefix: 'tgk',
  insert: (tx, row, { hash }) =>
    tx
      .insertInto('certification_key')
      .values({ ...row, hash })
      .execute(),
  show: (key_id, secret) => ({ key_id, service_certification_key: secret }),
});
