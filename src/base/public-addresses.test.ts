import type { lookup } from "node:dns";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPublicAddress, publicLookup, SPECIAL_NETWORKS } from "./public-addresses.ts";

/** IANA's registries of special-purpose addresses, network by network, and multicast: first and last address of each. */
const REGISTERED = `
0.0.0.0 0.255.255.255
10.0.0.0 10.255.255.255
100.64.0.0 100.127.255.255
127.0.0.0 127.255.255.255
169.254.0.0 169.254.255.255
172.16.0.0 172.31.255.255
192.0.0.0 192.0.0.255
192.0.0.8 192.0.0.8
192.0.0.9 192.0.0.10
192.0.0.170 192.0.0.171
192.0.2.0 192.0.2.255
192.31.196.0 192.31.196.255
192.52.193.0 192.52.193.255
192.88.99.0 192.88.99.255
192.168.0.0 192.168.255.255
192.175.48.0 192.175.48.255
198.18.0.0 198.19.255.255
198.51.100.0 198.51.100.255
203.0.113.0 203.0.113.255
224.0.0.0 239.255.255.255
240.0.0.0 255.255.255.255
:: ::
::1 ::1
::ffff:0.0.0.0 ::ffff:255.255.255.255
64:ff9b:: 64:ff9b::ffff:ffff
64:ff9b:1:: 64:ff9b:1:ffff:ffff:ffff:ffff:ffff
100:: 100::ffff:ffff:ffff:ffff
100:0:0:1:: 100:0:0:1:ffff:ffff:ffff:ffff
2001:: 2001:0:ffff:ffff:ffff:ffff:ffff:ffff
2001:1::1 2001:1::3
2001:2:: 2001:2:0:ffff:ffff:ffff:ffff:ffff
2001:3:: 2001:3:ffff:ffff:ffff:ffff:ffff:ffff
2001:4:112:: 2001:4:112:ffff:ffff:ffff:ffff:ffff
2001:10:: 2001:1f:ffff:ffff:ffff:ffff:ffff:ffff
2001:20:: 2001:2f:ffff:ffff:ffff:ffff:ffff:ffff
2001:30:: 2001:3f:ffff:ffff:ffff:ffff:ffff:ffff
2001:db8:: 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff
2002:: 2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff
2620:4f:8000:: 2620:4f:8000:ffff:ffff:ffff:ffff:ffff
3fff:: 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff
5f00:: 5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff
fc00:: fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
fe80:: febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff
fec0:: feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
ff00:: ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff`;

const number = (address: string): number => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);

describe("addresses", () => {
  const registered = REGISTERED.trim()
    .split("\n")
    .map((line) => line.split(" "));
  test.each(registered)("%s to %s are special", (first = "", last = "") => {
    expect([first, last].map(isPublicAddress)).toEqual([false, false]);
  });

  test.each([
    "::ffff:7f00:1",
    "::ffff:8.8.8.8",
    "::7f00:1",
    "64:ff9b::a00:1",
    "fe80::1%eth0",
    "localhost",
    "example.org",
    "",
    "127.1",
    "2130706433",
    "0x7f.1",
    "1.2.3",
  ])("%j is none of the public internet", (address) => expect(isPublicAddress(address)).toBe(false));

  /** Beside each of the networks, and some that are well known. */
  test.each(
    `1.0.0.0 8.8.8.8 9.255.255.255 11.0.0.0 93.184.216.34 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
    169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0 192.31.195.255
    192.52.194.0 192.88.98.255 192.167.255.255 192.169.0.0 192.175.49.0 198.17.255.255 198.20.0.0 198.51.101.0
    203.0.112.255 223.255.255.255 2001:200:: 2001:db7:ffff::1 2001:db9:: 2003:: 2606:4700::1111 2620:4f:8001::
    2a00:1450::1 3ffe:ffff::1 100:0:0:2:: 64:ff9b:2:: 5eff::1 5f01::`.split(/\s+/u),
  )("%s is one of it", (address) => expect(isPublicAddress(address)).toBe(true));

  test("of IPv4 are told as an oracle of plain numbers tells them", () => {
    const networks = SPECIAL_NETWORKS.map(([network]) => network)
      .filter((network) => network.includes("."))
      .map((network) => {
        const [address = "", bits = ""] = network.split("/");
        return { from: number(address), size: 2 ** (32 - Number(bits)) };
      });
    expect(networks).toHaveLength(18);
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const at = number(address);
        const isSpecial = networks.some(({ from, size }) => at >= from && at < from + size);
        expect(isPublicAddress(address)).toBe(!isSpecial);
      }),
    );
  });
});

/** Names that lead where the test says. */
const leadingTo = (...addresses: string[]): typeof lookup =>
  ((_name: string, _options: object, answer: (error: null, found: object[]) => void) => {
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;

const resolved = async (given: typeof lookup | undefined, all: boolean): Promise<unknown> =>
  new Promise((resolve, reject) => {
    publicLookup(given)(given === undefined ? "localhost" : "a.example", { all }, (failed, address, family) =>
      failed === null ? resolve(all ? address : [address, family]) : reject(failed),
    );
  });

describe("a look-up", () => {
  test("gives the addresses of a public name, one or all", async () => {
    const given = leadingTo("93.184.216.34", "2606:4700::1111");
    expect(await resolved(given, false)).toEqual(["93.184.216.34", 4]);
    expect(await resolved(given, true)).toHaveLength(2);
  });

  test.each([[[]], [["10.0.0.1"]], [["::1"]], [["93.184.216.34", "127.0.0.1"]], [["::ffff:10.0.0.1"]]])(
    "refuses a name that leads to %j",
    async (addresses) => {
      await expect(resolved(leadingTo(...addresses), true)).rejects.toThrow("does not lead to the public internet");
    },
  );

  test("asks the system", async () => {
    await expect(resolved(undefined, false)).rejects.toThrow("localhost does not lead to the public internet");
  });
});
