// Which proxies may say who the caller is: a number of hops, or their addresses.
import { isIP } from 'node:net';

/** So many proxies in a row, or the proxies at these addresses and networks. 0: none. */
export type TrustedProxies = number | readonly string[];

const HOPS = /^\d{1,2}$/;
const NETWORK = /^([\da-f.:]+?)(?:\/(\d{1,3}))?$/i;
const WRONG =
  'must be the number of proxies in front of Tollgate (1 for one proxy), or their addresses, such as 10.0.0.0/8,192.168.1.5';

export function readTrustedProxies(
  text: string,
): { readonly value: TrustedProxies } | { readonly problem: string } {
  if (text === 'false') return { value: 0 };
  if (text === 'true') {
    return {
      problem: `cannot be true, because callers could then claim any address; it ${WRONG}`,
    };
  }
  if (HOPS.test(text)) return { value: Number(text) };
  const networks = text.split(',').map((each) => each.trim());
  return networks.every(isNetwork) ? { value: networks } : { problem: WRONG };
}

/** A network of every address would trust every caller. */
function isNetwork(text: string): boolean {
  const [, address = '', prefix] = NETWORK.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return false;
  const bits = prefix === undefined ? 32 : Number(prefix);
  return bits >= 1 && bits <= (version === 4 ? 32 : 128);
}

/** Fastify's `trustProxy`. It ignores numbers, so that hops are counted here. */
export function trustProxy(
  proxies: TrustedProxies,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies !== 'number') return [...proxies];
  return proxies > 0 && ((_address, hop) => hop < proxies);
}
