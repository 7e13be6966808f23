// The code that opens an appeal: the support code, and a part that only Tollgate can make.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../base/vault.ts';
import { printSupportCode, readSupportCode, type SupportCode } from '../support-code.ts';

/** The restriction that a code is about. It stays the same when the restriction changes. */
export interface Appealable {
  readonly gameIndex: number;
  readonly appid: string;
  readonly playerId: bigint;
  readonly scope: string;
  readonly sinceSeq: number;
}

export interface AppealCode extends SupportCode {
  readonly proof: string;
}

const PURPOSE = 'appeal code';
/** Without letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 15 bits about project and player, which reject nearly every guess without a look at the database. */
const CHECK = 3;
/** 60 bits about the restriction. */
const LENGTH = 12;
const FORM = new RegExp(`^(.+)-([${ALPHABET}]{${CHECK + LENGTH}})$`);

function letters(key: Buffer, about: readonly (string | number)[], length: number): string {
  const bytes = createHmac('sha256', key).update(JSON.stringify(about)).digest();
  return Array.from(bytes.subarray(0, length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

type Player = Pick<Appealable, 'gameIndex' | 'playerId'>;

const checkOf = (key: Buffer, { gameIndex, playerId }: Player): string =>
  letters(key, [gameIndex, playerId.toString()], CHECK);

function proofOf(key: Buffer, about: Appealable): string {
  const { gameIndex, appid, playerId, scope, sinceSeq } = about;
  const whole = [gameIndex, appid, playerId.toString(), scope, sinceSeq];
  return checkOf(key, about) + letters(key, whole, LENGTH);
}

export const printAppealCode = (
  vault: Pick<Vault, 'derive'>,
  about: Appealable,
  blockType: number,
): string =>
  `${printSupportCode({ ...about, blockType })}-${proofOf(vault.derive(PURPOSE), about)}`;

/** As players type it. Undefined for what cannot be a code. */
export function readAppealCode(text: string): AppealCode | undefined {
  const plain = text
    .replace(/\s/g, '')
    .replace(/[‐‑–—−]/g, '-')
    .toUpperCase();
  const [, support = '', proof = ''] = FORM.exec(plain) ?? [];
  const read = readSupportCode(support);
  return read && { ...read, proof };
}

export const isProofOf = (
  vault: Pick<Vault, 'derived'>,
  { proof }: AppealCode,
  about: Appealable,
): boolean => vault.derived(PURPOSE).some((key) => isSame(proofOf(key, about), proof));

/** Whether the code can be one of this player. Needs nothing but the key. */
export const mayBeProof = (vault: Pick<Vault, 'derived'>, code: AppealCode): boolean =>
  vault.derived(PURPOSE).some((key) => isSame(checkOf(key, code), code.proof.slice(0, CHECK)));

const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(one), Buffer.from(other));
