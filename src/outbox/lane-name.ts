// Names of lanes: a channel is the lane of its first receiver, `channel:name` that of another.
import type { Channel, LaneName } from '../storage/schema.ts';

export const channelOf = (lane: LaneName): Channel => lane.split(':', 1)[0] as Channel;

/** The name of a receiver; undefined for the first one of a channel. */
export const nameOf = (lane: LaneName): string | undefined => lane.split(':')[1];

/** For `like`: the lanes of a channel's other receivers. */
export const namedLanes = (channel: Channel): LaneName => `${channel}:%`;
