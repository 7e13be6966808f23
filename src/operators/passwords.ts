// Password hashes: argon2id, with the costs stored beside the hash so that they can increase.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Type } from 'typebox';
import type { PasswordCosts } from '../base/password-costs.ts';

const derive = promisify(argon2);

/** OWASP's second profile: 19 MiB, two passes, one lane. */
const COSTS: PasswordCosts = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

export const Password = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The password.',
});

export const NewPassword = Type.String({
  minLength: 12,
  maxLength: 200,
  description: 'A password of at least 12 characters.',
});

export const randomPassword = (): string => randomBytes(15).toString('base64url');

export async function hashPassword(password: string, costs = COSTS): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await tagOf(password, salt, costs);
  const { memory, passes, parallelism } = costs;
  const paid = `m=${memory},t=${passes},p=${parallelism}`;
  return `argon2id$${paid}$${salt.toString('base64url')}$${tag.toString('base64url')}`;
}

const STORED = /^argon2id\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = STORED.exec(stored) ?? [];
  const found = await tagOf(password, Buffer.from(salt, 'base64url'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(found, Buffer.from(tag, 'base64url'));
}

/** Takes as long as a real check, so that timing does not reveal which accounts exist. */
export async function checkNobody(password: string, costs = COSTS): Promise<false> {
  await tagOf(password, randomBytes(SALT_BYTES), costs);
  return false;
}

/** Unicode normalization: the same characters, however composed, are the same password. */
function tagOf(password: string, nonce: Buffer, costs: PasswordCosts): Promise<Buffer> {
  const message = password.normalize('NFC');
  return derive('argon2id', { message, nonce, tagLength: TAG_BYTES, ...costs });
}
