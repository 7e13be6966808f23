// Whose address it is: an IPv6 subscriber has 2^64 of them, and all count as one.
import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Of the eight groups, those that name the network of a subscriber. */
const GROUPS = 4;

/** What requests of one caller are counted under. */
export function networkOf(address: string): string {
  const [, plain] = MAPPED.exec(address) ?? [];
  if (plain !== undefined || !isIPv6(address)) return plain ?? address;
  const [head = '', tail] = (address.split('%')[0] as string).split('::');
  const first = groupsOf(head);
  const last = groupsOf(tail ?? '');
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const all = [...first, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...last];
  return `${all.slice(0, GROUPS).join(':')}::/64`;
}

/** An address of version 4 at the end stands for two groups; none of them names the network. */
const groupsOf = (text: string): string[] =>
  text === ''
    ? []
    : text
        .split(':')
        .flatMap((group) =>
          group.includes('.') ? ['0', '0'] : [parseInt(group, 16).toString(16)],
        );
