// Where a page of purchase history ended: opaque to the client, made and believed only by us.
import { createHmac, createSecretKey, hash, timingSafeEqual } from 'node:crypto';
import type { App } from '../../tenants/directory.ts';

/** Pages go on with what is older than this purchase. */
export interface Position {
  readonly verifiedAt: number;
  readonly number: number;
}

export interface Cursor {
  /** Whatever the pages depend on, as text. */
  readonly conditions: string;
  readonly position: Position;
}

export type Opened = Position | 'INVALID_CURSOR' | 'CURSOR_CONTEXT_MISMATCH';

export interface Cursors {
  print(app: App, cursor: Cursor): string;
  /** The position, when the cursor is of this app and was made under these conditions. */
  open(app: App, text: string, conditions: string): Opened;
}

const VERSION = 1;
const DIGEST_BYTES = 32;
const VERIFIED_AT = 1 + DIGEST_BYTES;
const NUMBER = VERIFIED_AT + 8;
const TAG = NUMBER + 8;
/** A multiple of three: no bits are left over that another last letter could set. */
const BYTES = TAG + DIGEST_BYTES;
const FORMAT = new RegExp(`^[A-Za-z0-9_-]{${(BYTES / 3) * 4}}$`);

const digestOf = (conditions: string): Buffer => hash('sha256', conditions, 'buffer');

export function createCursors(secret: Buffer): Cursors {
  // Made once: bytes would be turned into a key for every cursor.
  const key = createSecretKey(secret);
  // The namespace is random: an app of the same name elsewhere, or made anew, is another app.
  const tagOf = ({ appid, accountNamespace }: App, body: Buffer): Buffer =>
    createHmac('sha256', key).update(`${appid} ${accountNamespace} `).update(body).digest();

  return {
    print(app, { conditions, position }) {
      const body = Buffer.alloc(TAG);
      body.writeUInt8(VERSION);
      digestOf(conditions).copy(body, 1);
      body.writeBigInt64BE(BigInt(position.verifiedAt), VERIFIED_AT);
      body.writeBigInt64BE(BigInt(position.number), NUMBER);
      return Buffer.concat([body, tagOf(app, body)]).toString('base64url');
    },
    open(app, text, conditions) {
      if (!FORMAT.test(text)) return 'INVALID_CURSOR';
      const bytes = Buffer.from(text, 'base64url');
      const body = bytes.subarray(0, TAG);
      if (!timingSafeEqual(tagOf(app, body), bytes.subarray(TAG))) return 'INVALID_CURSOR';
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
