// What a dry run cannot find in the database: lines that repeat or change an earlier line of the file.
import { hash } from 'node:crypto';
import type { LineProblem, Outcome } from '../../base/import-lines.ts';
import { printJson } from '../../base/json.ts';
import { LOGIN } from '../../restriction/scopes.ts';
import type { Fields } from './records.ts';
import { problem } from './values.ts';

export type Judge = (outcome: Outcome, fields: Fields) => Outcome | LineProblem;

/** Two numbers per line: a hash of the player or purchase, and the end or a hash of its content. */
export function createJudge(what: 'restrictions' | 'purchases', extend: boolean): Judge {
  const seen = new Map<number, number>();
  return (outcome, fields) => {
    if (outcome === 'unchanged') return outcome;
    const key = hashOf(what === 'restrictions' ? placeOf(fields) : keyOf(fields));
    const earlier = seen.get(key);
    const own = what === 'purchases' ? 0 : extend ? endOf(fields) : contentOf(fields);
    if (earlier === undefined) {
      seen.set(key, own);
      return outcome;
    }
    if (own === earlier || (extend && own < earlier)) return 'unchanged';
    if (!extend) return problem('player_id', 'An earlier line restricts the player differently.');
    seen.set(key, own);
    return 'extended';
  };
}

/** A player has one restriction in each scope. */
const placeOf = ({ player_id, scope = LOGIN }: Fields): unknown[] => [player_id, scope];

const keyOf = ({ provider, test, store_transaction_id, purchase_token }: Fields): unknown[] => [
  provider,
  test,
  store_transaction_id ?? purchase_token,
];

const contentOf = ({ line: _line, comment: _comment, ...fields }: Fields): number =>
  hashOf(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));

const endOf = ({ status, end_date }: Fields): number =>
  status === 'P' || end_date === undefined
    ? Number.POSITIVE_INFINITY
    : Date.parse(String(end_date).replace(/^(\S+) (\S+)$/, '$1T$2Z'));

/** 53 bits: as much as a number holds. */
function hashOf(values: readonly unknown[]): number {
  const digest = hash('sha1', printJson(values), 'buffer');
  return digest.readUIntBE(0, 6) * 32 + (digest.readUInt8(6) & 31);
}
