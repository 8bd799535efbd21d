import { BlockList, isIP } from "node:net";

const NETWORKS_MAX = 50;
const MAPPED = /^::ffff:(?<four>\d{1,3}(?:\.\d{1,3}){3})$/iu;

/** The networks of a list that people type, one on a line: `192.0.2.0/24`, `2001:db8::/32`, or one address. */
export function readNetworks(typed: string): { readonly networks: readonly string[] } | { readonly fault: string } {
  const lines = typed.split(/[\s,;]+/u).filter((line) => line !== "");
  if (lines.length > NETWORKS_MAX) return { fault: `has more than ${NETWORKS_MAX} networks` };
  const wrong = lines.find((line) => partsOf(line) === undefined);
  if (wrong !== undefined)
    return { fault: `has ${JSON.stringify(wrong.slice(0, 50))}, which is not a network such as 192.0.2.0/24` };
  return { networks: [...new Set(lines.map((line) => line.toLowerCase()))] };
}

/** Whether an address is in one of the networks. One that is not known is in none. */
export function isWithin(networks: readonly string[], address: string | null): boolean {
  const plain = address === null ? undefined : familyOf(MAPPED.exec(address)?.groups?.["four"] ?? address);
  if (plain === undefined) return false;
  const list = new BlockList();
  for (const network of networks) {
    const parts = partsOf(network);
    if (parts !== undefined) list.addSubnet(parts.address, parts.bits, parts.family);
  }
  return list.check(plain.address, plain.family);
}

type Family = "ipv4" | "ipv6";

function familyOf(address: string): { readonly address: string; readonly family: Family } | undefined {
  const version = isIP(address);
  return version === 0 ? undefined : { address, family: version === 4 ? "ipv4" : "ipv6" };
}

function partsOf(
  network: string,
): { readonly address: string; readonly family: Family; readonly bits: number } | undefined {
  const [written = "", length, ...more] = network.split("/");
  const plain = familyOf(written);
  if (plain === undefined || more.length > 0 || written.includes("%")) return undefined;
  const bits_max = plain.family === "ipv4" ? 32 : 128;
  const bits = length === undefined ? bits_max : /^\d{1,3}$/u.test(length) ? Number(length) : Number.NaN;
  // A network that holds everything is none.
  return bits >= 1 && bits <= bits_max ? { ...plain, bits } : undefined;
}
