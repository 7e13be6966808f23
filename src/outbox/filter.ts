// What a receiver gets of its channel: which types of events, of which apps and markets.
import { Type } from 'typebox';
import type { LaneName, OutboxTable, ReceiverTable } from '../storage/schema.ts';
import { channelOf } from './lane-name.ts';

const listOf = (pattern: string, description: string) =>
  Type.Optional(Type.Array(Type.String({ pattern }), { maxItems: 100, description }));

/** Each list narrows; an empty one, as a missing one, is no limit. */
export const FILTER = {
  events: listOf(
    '^([a-z_]{1,50}\\.([a-z_]{1,50}|\\*))?$',
    'Channel `purchase`: only these types of events, such as `purchase.refunded` or `subscription.*`. Empty: all.',
  ),
  apps: listOf('^[\\x21-\\x7e]{0,100}$', 'Only messages about these apps. Empty: all.'),
  markets: listOf(
    '^[A-Z_]{0,30}$',
    'Channel `purchase`: only events about these markets. Events that no market has, such as `restriction.set`, are sent as well. Empty: all.',
  ),
};

export interface Filter {
  readonly events?: readonly string[];
  readonly apps?: readonly string[];
  readonly markets?: readonly string[];
}

/** A receiver as whoever writes messages knows it. */
export interface Listener {
  readonly channel: LaneName;
  readonly filter: string | null;
  readonly restriction_events: 0 | 1;
}

/** What a filter looks at in a message. */
export interface About {
  readonly type?: string | undefined;
  readonly appid: string;
  readonly market?: string | undefined;
}

export const readFilter = (text: string | null): Filter => (text === null ? {} : JSON.parse(text));

/** Null when nothing is left out. An empty name is none: the command line knows no empty list. */
export function printFilter({ events = [], apps = [], markets = [] }: Filter): string | null {
  const lists = Object.entries({ events, apps, markets }).flatMap(([name, list]) => {
    const named = new Set(list.filter((each) => each !== ''));
    return named.size > 0 ? [[name, [...named].sort()] as const] : [];
  });
  return lists.length === 0 ? null : JSON.stringify(Object.fromEntries(lists));
}

/** Events that a receiver gets only on request: by their types, or by `restriction_events`. */
const isOnRequest = (type: string): boolean => /^(restriction|appeal)\./.test(type);

export const asksForRestrictions = ({ events = [] }: Filter): boolean => events.some(isOnRequest);

/** `purchase.*` means every type that begins so. */
export const matchesType = (pattern: string, type: string): boolean =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type;

/** What no event is, would leave out everything. */
export function typeProblem(
  wanted: readonly string[],
  types: readonly string[],
): string | undefined {
  const unknown = wanted.find(
    (each) => each !== '' && !types.some((type) => matchesType(each, type)),
  );
  return unknown === undefined ? undefined : `${unknown} is not a type of event.`;
}

/** Whether the receiver gets the message. */
export function isFor(listener: Listener, { type, appid, market }: About): boolean {
  const { events = [], apps = [], markets = [] } = readFilter(listener.filter);
  if (apps.length > 0 && !apps.includes(appid)) return false;
  if (market !== undefined && markets.length > 0 && !markets.includes(market)) return false;
  if (type === undefined) return true;
  if (events.length > 0) return events.some((pattern) => matchesType(pattern, type));
  return listener.restriction_events === 1 || !isOnRequest(type);
}

/** The message in the lane of each receiver that gets it, under one number. */
export function rowsFor(
  listeners: readonly Listener[],
  row: OutboxTable,
  about: About,
): OutboxTable[] {
  return listeners
    .filter((listener) => isFor(listener, about))
    .map(({ channel }) => (channel === row.channel ? row : { ...row, channel }));
}

/** What is stored of a registration, or what stays. */
export function filterOf(
  channel: LaneName,
  changed: Filter,
  old: Pick<ReceiverTable, 'filter'> | undefined,
): Filter {
  const kept = readFilter(old?.filter ?? null);
  const { apps } = { ...kept, ...changed };
  if (channelOf(channel) === 'restriction') return apps ? { apps } : {};
  return { ...kept, ...changed };
}
