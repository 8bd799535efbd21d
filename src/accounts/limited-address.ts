import { isIPv6 } from "node:net";

/** Of an IPv6 address, what a provider gives to one customer. */
const GROUPS = 4;
const MAPPED = /^::ffff:(?<v4>\d+\.\d+\.\d+\.\d+)$/iu;

/**
 * The address that requests are counted for: of IPv6 its first 64 bits, for whoever has one address has all that begin
 * so. An IPv4 address in IPv6's clothes is itself.
 */
export function limitedAddress(address: string): string {
  const mapped = MAPPED.exec(address)?.groups?.["v4"];
  if (mapped !== undefined) return mapped;
  const [plain = ""] = address.split("%");
  if (!isIPv6(plain)) return address;
  const [head = "", tail] = plain.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  // A dotted end takes the place of two groups; it is never among the first four but of an address all of whose are 0.
  const gap = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0");
  const groups = tail === undefined ? first : [...first, ...gap, ...last];
  const prefix = groups.slice(0, GROUPS).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(":")}::/64`;
}
