import { BlockList, isIP } from "node:net";

/** Networks that are not the public internet (IANA's special-purpose registries, RFC 6890), multicast included. */
const IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** Those that hold an IPv4 address (mapped, translated, 6to4, Teredo) are kept out whole. */
const IPV6 = [
  "::/96",
  "::ffff:0:0/96",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
  "5f00::/16",
  "fc00::/7",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
];

/** A list for each: in one, the network of mapped addresses would hold every IPv4 address. */
const special = { ipv4: listOf(IPV4, "ipv4"), ipv6: listOf(IPV6, "ipv6") };

function listOf(networks: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits = ""] = network.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Whether an address is not one of the public internet; what is no address is not either. */
export function isSpecialAddress(address: string): boolean {
  const bare = address.replace(/%.*$/u, "");
  const family = isIP(bare);
  if (family === 0) return true;
  return family === 6 ? special.ipv6.check(bare, "ipv6") : special.ipv4.check(bare, "ipv4");
}
