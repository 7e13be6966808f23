// What a lane is called: its channel, and the name of a receiver that is not the first.
import { type Channel, partsOf } from '../../receivers.ts';
import type { useMessages } from './messages.ts';

export function laneNameIn(say: ReturnType<typeof useMessages>, receiver: Channel): string {
  const { channel, name } = partsOf(receiver);
  return name === undefined ? say[channel] : `${say[channel]}: ${name}`;
}
