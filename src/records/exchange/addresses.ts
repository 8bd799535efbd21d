import { lookup } from "node:dns";
import { BlockList, isIP } from "node:net";
import type { LookupFunction } from "node:net";

/** Networks that no public service lies in (RFC 6890 and its successors); IPv4 inside IPv6 is looked at as IPv4. */
const NOT_PUBLIC: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
  ["5f00::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
];

const blocked = new BlockList();
for (const [net, prefix] of NOT_PUBLIC) blocked.addSubnet(net, prefix, isIP(net) === 6 ? "ipv6" : "ipv4");

/** Whether an address belongs to a public network. What is no address at all does not. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  const mapped = /^::ffff:(?<inner>\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.groups?.["inner"];
  if (mapped !== undefined) return isPublicAddress(mapped);
  return !blocked.check(address, family === 6 ? "ipv6" : "ipv4");
}

export class PrivateAddressError extends Error {}

/**
 * Resolves a name for a connection and refuses it when any of its addresses is not public. It is the connection's own
 * look-up, so what is checked is what is connected to, and a name that changes in between gains nothing.
 */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (failed, addresses) => {
    if (failed !== null) return done(failed, []);
    const inside = addresses.find(({ address }) => !isPublicAddress(address));
    if (inside !== undefined || addresses.length === 0)
      return done(new PrivateAddressError(`${hostname} is at an address that is not public`), []);
    if (options.all === true) return done(null, addresses);
    const [first] = addresses;
    done(null, first?.address ?? "", first?.family ?? 4);
  });
};
