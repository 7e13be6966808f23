// Cursors of the purchase history: opaque to clients and authenticated.
import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { App } from '../../tenants/directory.ts';

/** The next page starts with purchases older than this one. */
export interface Position {
  readonly verifiedAt: number;
  readonly number: number;
}

export interface Cursor {
  /** The search conditions, as text. */
  readonly conditions: string;
  readonly position: Position;
}

export type Opened = Position | 'INVALID_CURSOR' | 'CURSOR_CONTEXT_MISMATCH';

export interface Cursors {
  print(app: App, cursor: Cursor): string;
  /** The position, if the cursor belongs to this app and these conditions. */
  open(app: App, text: string, conditions: string): Opened;
}

const VERSION = 1;
const DIGEST_BYTES = 32;
const VERIFIED_AT = 1 + DIGEST_BYTES;
const NUMBER = VERIFIED_AT + 8;
const TAG = NUMBER + 8;
/** A multiple of three, so that the last base64 letter has no unused bits to change. */
const BYTES = TAG + DIGEST_BYTES;
const FORMAT = new RegExp(`^[A-Za-z0-9_-]{${(BYTES / 3) * 4}}$`);

const digestOf = (conditions: string): Buffer => hash('sha256', conditions, 'buffer');

/** Made with the first key, accepted under each. */
export function createCursors(secrets: readonly Buffer[]): Cursors {
  // Created once, because raw bytes would be converted to a key for every cursor.
  const keys = secrets.map((secret) => createSecretKey(secret));
  const [current] = keys as [KeyObject];
  // The random namespace distinguishes apps of the same name.
  const tagOf = (key: KeyObject, { appid, accountNamespace }: App, body: Buffer): Buffer =>
    createHmac('sha256', key).update(`${appid} ${accountNamespace} `).update(body).digest();

  return {
    print(app, { conditions, position }) {
      const body = Buffer.alloc(TAG);
      body.writeUInt8(VERSION);
      digestOf(conditions).copy(body, 1);
      body.writeBigInt64BE(BigInt(position.verifiedAt), VERIFIED_AT);
      body.writeBigInt64BE(BigInt(position.number), NUMBER);
      return Buffer.concat([body, tagOf(current, app, body)]).toString('base64url');
    },
    open(app, text, conditions) {
      if (!FORMAT.test(text)) return 'INVALID_CURSOR';
      const bytes = Buffer.from(text, 'base64url');
      const body = bytes.subarray(0, TAG);
      const tag = bytes.subarray(TAG);
      const isGenuine = keys.some((key) => timingSafeEqual(tagOf(key, app, body), tag));
      if (!isGenuine) return 'INVALID_CURSOR';
      if (body.readUInt8() !== VERSION) return 'INVALID_CURSOR';
      if (!digestOf(conditions).equals(body.subarray(1, VERIFIED_AT))) {
        return 'CURSOR_CONTEXT_MISMATCH';
      }
      return {
        verifiedAt: Number(body.readBigInt64BE(VERIFIED_AT)),
        number: Number(body.readBigInt64BE(NUMBER)),
      };
    },
  };
}
