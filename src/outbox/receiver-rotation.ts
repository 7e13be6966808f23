// Rotation of a receiver's key: for a while both keys sign, so that the receiver can change over.
import { Type } from 'typebox';
import type { Actor } from '../audit/audit.ts';
import { invalid, notFound, type OperationContext, type Rejection } from '../audit/operation.ts';
import type { Db } from '../storage/db.ts';
import type { ReceiverTable } from '../storage/schema.ts';
import { lockProject } from '../tenants/projects.ts';
import { changeOutbox } from './outbox.ts';
import { carrySecret, openSecret, sealSecret } from './receiver-secrets.ts';
import {
  createKey,
  KEY_PATTERN,
  noReceiver,
  type OutboxLane,
  type Receiver,
  type RegisteredReceiver,
  readRow,
  receiverAudit,
  toLane,
  viewReceiver,
  writeRow,
} from './receivers.ts';
import { makeLaneDue } from './relay/lanes.ts';

const DEFAULT_GRACE_S = 86_400;
const MAX_GRACE_S = 90 * 86_400;

export const KeyRotation = Type.Object(
  {
    key: Type.Optional(
      Type.String({
        pattern: KEY_PATTERN,
        description: 'The new key: 16 to 512 visible characters. Default: Tollgate creates one.',
      }),
    ),
    grace_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_GRACE_S,
        default: DEFAULT_GRACE_S,
        description: 'How long the current key signs as well; 0 ends it at once.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type KeyRotation = Type.Static<typeof KeyRotation>;

/** The new key is shown once, if it was created. */
export function rotateReceiverKey(
  context: OperationContext,
  actor: Actor,
  { key, grace_seconds = DEFAULT_GRACE_S, ...lane }: OutboxLane & KeyRotation,
): Promise<RegisteredReceiver | Rejection> {
  const { vault } = context;
  return changeOutbox(context, actor, async (tx, now) => {
    const old = await lockReceiver(tx, lane);
    if (!old) return noReceiver(lane);
    const before = viewReceiver(vault, old, now);
    if (before.old_key && grace_seconds > 0) return twoKeys(before.old_key.ends_at);
    const oldKey = openSecret(vault, old, 'sealed_key');
    if (key !== undefined && key === oldKey) {
      return invalid('key', 'This is the current key. Send another one, or none to create one.');
    }
    const newKey = key ?? createKey(lane);
    // A key that does not open cannot sign beside the new one.
    const isOverlapping = grace_seconds > 0 && oldKey !== undefined;
    const row: ReceiverTable = {
      ...old,
      sealed_key: sealSecret(vault, lane, 'sealed_key', newKey),
      sealed_bearer: carrySecret(vault, old, 'sealed_bearer'),
      updated_at: now,
      sealed_old_key: isOverlapping ? sealSecret(vault, lane, 'sealed_old_key', oldKey) : null,
      old_key_ends_at: isOverlapping ? now + grace_seconds * 1_000 : null,
    };
    await writeRow(tx, row);
    const after = viewReceiver(vault, row, now);
    return {
      value: { ...after, ...(key === undefined && { key: newKey }) },
      audit: receiverAudit('rotate-key', lane, { before, after }),
    };
  });
}

/** Ends a rotation before its time: from now on only the new key signs, and it is the bearer token. */
export function endOldKey(
  context: OperationContext,
  actor: Actor,
  lane: OutboxLane,
): Promise<Receiver | Rejection> {
  const { vault } = context;
  return changeOutbox(context, actor, async (tx, now) => {
    const old = await lockReceiver(tx, lane);
    if (!old) return noReceiver(lane);
    const before = viewReceiver(vault, old, now);
    if (!before.old_key) return notFound('The receiver has no old key: only its key signs.');
    const row = {
      ...old,
      sealed_key: carrySecret(vault, old, 'sealed_key') ?? old.sealed_key,
      sealed_bearer: carrySecret(vault, old, 'sealed_bearer'),
      updated_at: now,
      sealed_old_key: null,
      old_key_ends_at: null,
    };
    await writeRow(tx, row);
    await makeLaneDue(tx, toLane(lane));
    const after = viewReceiver(vault, row, now);
    return { value: after, audit: receiverAudit('end-old-key', lane, { before, after }) };
  });
}

async function lockReceiver(tx: Db, lane: OutboxLane): Promise<ReceiverTable | undefined> {
  return (await lockProject(tx, lane.game_index)) ? readRow(tx, lane) : undefined;
}

const twoKeys = (end: string): Rejection => ({
  rejected: 'TOO_MANY',
  detail: `Two keys sign until ${end}. End the old one first, or rotate with grace_seconds 0.`,
});
