import { lookup as systemLookup } from "node:dns";
import type { LookupAddress } from "node:dns";
import { BlockList, isIP } from "node:net";
import type { LookupFunction } from "node:net";

/**
 * Networks that an address somebody else chose must not lead into: those of IANA's special-purpose registries, whether
 * or not they are reached from outside, and multicast. Ranges that a registry divides further stand whole.
 */
export const SPECIAL_NETWORKS = [
  ["0.0.0.0/8", "this network (RFC 791)"],
  ["10.0.0.0/8", "private use (RFC 1918)"],
  ["100.64.0.0/10", "shared address space (RFC 6598)"],
  ["127.0.0.0/8", "loopback (RFC 1122)"],
  ["169.254.0.0/16", "link local, with the metadata services of clouds (RFC 3927)"],
  ["172.16.0.0/12", "private use (RFC 1918)"],
  ["192.0.0.0/24", "IETF protocol assignments (RFC 6890)"],
  ["192.0.2.0/24", "documentation (RFC 5737)"],
  ["192.31.196.0/24", "AS112 (RFC 7535)"],
  ["192.52.193.0/24", "automatic multicast tunnels (RFC 7450)"],
  ["192.88.99.0/24", "relays of 6to4, deprecated (RFC 7526)"],
  ["192.168.0.0/16", "private use (RFC 1918)"],
  ["192.175.48.0/24", "AS112 (RFC 7534)"],
  ["198.18.0.0/15", "benchmarks (RFC 2544)"],
  ["198.51.100.0/24", "documentation (RFC 5737)"],
  ["203.0.113.0/24", "documentation (RFC 5737)"],
  ["224.0.0.0/4", "multicast (RFC 5771)"],
  ["240.0.0.0/4", "reserved, and broadcast (RFC 1112)"],
  // Those that hold an IPv4 address (compatible, mapped, translated, Teredo, 6to4) are kept out whole.
  ["::/96", "unspecified, loopback, and IPv4-compatible (RFC 4291)"],
  ["::ffff:0:0/96", "IPv4-mapped (RFC 4291)"],
  ["64:ff9b::/96", "IPv4 translated (RFC 6052)"],
  ["64:ff9b:1::/48", "IPv4 translated, local (RFC 8215)"],
  ["100::/64", "discard only (RFC 6666)"],
  ["100:0:0:1::/64", "dummy prefix (RFC 9780)"],
  ["2001::/23", "IETF protocol assignments, with Teredo and ORCHID (RFC 2928)"],
  ["2001:db8::/32", "documentation (RFC 3849)"],
  ["2002::/16", "6to4 (RFC 3056)"],
  ["2620:4f:8000::/48", "AS112 (RFC 7534)"],
  ["3fff::/20", "documentation (RFC 9637)"],
  ["5f00::/16", "segment routing (RFC 9602)"],
  ["fc00::/7", "unique local (RFC 4193)"],
  ["fe80::/10", "link local (RFC 4291)"],
  ["fec0::/10", "site local, deprecated (RFC 3879)"],
  ["ff00::/8", "multicast (RFC 4291)"],
] as const;

/** A list for each family: in one, the network of mapped addresses would hold every IPv4 address. */
const special = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network] of SPECIAL_NETWORKS) {
  const [address = "", bits = ""] = network.split("/");
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  special[family].addSubnet(address, Number(bits), family);
}

/** Whether an address is one of the public internet. What is no address is not. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^([^%]*)%.*$/u, "$1");
  const family = isIP(bare);
  if (family === 0) return false;
  return family === 6 ? !special.ipv6.check(bare, "ipv6") : !special.ipv4.check(bare, "ipv4");
}

/**
 * Resolves names for a connection, and refuses the whole name when one of its addresses is not public. It is the
 * connection's own look-up, so what is checked is what is connected to, and a name that leads elsewhere a moment later
 * gains nothing.
 */
export function publicLookup(lookup: typeof systemLookup = systemLookup): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (failed, found) => {
      const addresses: LookupAddress[] = found ?? [];
      const [first] = addresses;
      if (failed !== null) done(failed, []);
      else if (first === undefined || addresses.some(({ address }) => !isPublicAddress(address)))
        done(new Error(`${hostname} does not lead to the public internet`), []);
      else if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}
