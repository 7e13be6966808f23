// Allows only public addresses, and connects to exactly the address that was checked.
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Special ranges of the IANA registry. */
const SPECIAL_IPV4 = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, cloud metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
] as const;

/**
 * Global unicast. Outside it are loopback, link-local, unique local, multicast, segment routing,
 * and the forms that carry an IPv4 address: mapped (::ffff:0:0/96) and NAT64 (64:ff9b::/96).
 */
const GLOBAL_IPV6 = ['2000::', 3] as const;
const SPECIAL_IPV6 = [
  ['2001::', 23], // protocol assignments, Teredo
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, carries an IPv4 address
  ['3fff::', 20], // documentation
] as const;

const special = new BlockList();
for (const [net, bits] of SPECIAL_IPV4) special.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of SPECIAL_IPV6) special.addSubnet(net, bits, 'ipv6');
const globalIpv6 = new BlockList();
globalIpv6.addSubnet(...GLOBAL_IPV6, 'ipv6');

export const isPublicAddress: MayReach = (address) => {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  // An address with a zone (fe80::1%eth0) is local.
  if (family !== 6 || address.includes('%')) return false;
  return globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
};

/** Whether this address may be connected to. */
export type MayReach = (address: string) => boolean;

/** For local development, where receivers run on the same machine. */
export const anyAddress: MayReach = () => true;

export class AddressRefused extends Error {}

export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A lookup for sockets: they connect to exactly the address it returns, so that a name that changes
 * between check and connect gains nothing. One forbidden address rejects the name.
 */
export function guardedLookup(mayReach: MayReach, lookup: Lookup = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      const refused = addresses.find(({ address }) => !mayReach(address));
      if (refused || !first) return callback(addressRefused(hostname, refused?.address), []);
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

/** Sockets skip the lookup for IP addresses, so these are checked before. */
export function checkLiteral(mayReach: MayReach, hostname: string): AddressRefused | undefined {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) === 0 || mayReach(address) ? undefined : addressRefused(address, address);
}

function addressRefused(hostname: string, address: string | undefined): AddressRefused {
  return new AddressRefused(
    address === undefined
      ? `${hostname} has no address`
      : `${hostname} resolves to ${address}, which is not a public address`,
  );
}
