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
/** 60 bits. */
const LENGTH = 12;
const FORM = new RegExp(`^(.+)-([${ALPHABET}]{${LENGTH}})$`);

function proofOf(key: Buffer, { gameIndex, appid, playerId, scope, sinceSeq }: Appealable): string {
  const about = JSON.stringify([gameIndex, appid, playerId.toString(), scope, sinceSeq]);
  const bytes = createHmac('sha256', key).update(about).digest();
  return Array.from(bytes.subarray(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
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
): boolean =>
  vault
    .derived(PURPOSE)
    .some((key) => timingSafeEqual(Buffer.from(proofOf(key, about)), Buffer.from(proof)));
