// Registering a receiver of events: what waits for it is sent at once.
import type { Actor } from '../audit/audit.ts';
import { type Desk, isRefusal, type Refusal } from '../audit/operation.ts';
import {
  type EventTargetInput,
  type RegisteredEventTarget,
  registerEventTarget,
} from './event-targets.ts';
import { OUTBOX_CHANGED } from './outbox.ts';
import { hurryLane } from './relay/lanes.ts';

export async function connectEventTarget(
  desk: Desk,
  actor: Actor,
  input: EventTargetInput & { readonly game_index: number },
): Promise<RegisteredEventTarget | Refusal> {
  const registered = await registerEventTarget(desk, actor, input);
  if (isRefusal(registered)) return registered;
  const { storage } = desk;
  await hurryLane(storage.db, { gameIndex: input.game_index, channel: 'purchase' });
  storage.signals.emit(OUTBOX_CHANGED);
  return registered;
}
