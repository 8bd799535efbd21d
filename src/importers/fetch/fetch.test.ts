import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { carryOut, planFetch } from "./fetch.ts";
import { directory, fetching, run, site, USER_AGENT } from "./site.fixture.ts";
import { PUBLISHERS } from "./sources.ts";
import type { Publisher } from "./sources.ts";

const VOLUMES = JSON.stringify([{ volume_number: "1" }, { volume_number: "2" }, { volume_number: 10 }]);
const ONE = "one".repeat(100);
const CAP = {
  "static.case.law/us/VolumesMetadata.json": VOLUMES,
  "static.case.law/us/1.zip": ONE,
  "static.case.law/us/2.zip": "two".repeat(100),
  "static.case.law/us/10.zip": "ten".repeat(100),
};

const entry = (name: string, size: number): string =>
  `<Contents><Key>bulk-data/${name}.csv.bz2</Key><LastModified>x</LastModified><Size>${size}</Size></Contents>`;

describe("what publishers offer", () => {
  test("of bulk tables the newest of each kind, over all pages of the listing", async () => {
    const next = "<NextContinuationToken>a/b=</NextContinuationToken>";
    const first = `<List>${entry("courts-2026-06-30", 1)}${entry("dockets-2026-06-30", 2)}${entry("opinions-2026-03-31", 3)}${entry("parentheticals-2026-06-30", 9)}${next}</List>`;
    const second = `<List>${entry("citations-2026-06-30", 4)}${entry("opinion-clusters-2026-06-30", 5)}${entry("opinions-2026-06-30", 6)}</List>`;
    const offered = await PUBLISHERS.courtlistener.offered([], async (url) =>
      url.includes("continuation-token=a%2Fb%3D") ? second : first,
    );
    expect(offered.map(({ name, size_bytes }) => [name, size_bytes])).toEqual([
      ["courts-2026-06-30.csv.bz2", 1],
      ["dockets-2026-06-30.csv.bz2", 2],
      ["citations-2026-06-30.csv.bz2", 4],
      ["opinion-clusters-2026-06-30.csv.bz2", 5],
      ["opinions-2026-06-30.csv.bz2", 6],
    ]);
    const [host] = PUBLISHERS.courtlistener.hosts;
    expect(offered[4]?.url).toBe(`https://${host}/bulk-data/opinions-2026-06-30.csv.bz2`);
  });

  test("of the U.S. Code the titles of the release point that its page names", async () => {
    const page = ["01", "05A", "11"]
      .map((title) => `<a href="releasepoints/us/pl/119/36/xml_usc${title}@119-36.zip">[XML]</a>`)
      .join("\n");
    const read = async (): Promise<string> => page;
    expect((await PUBLISHERS.usc.offered([], read)).map(({ name }) => name)).toEqual([
      "xml_usc01@119-36.zip",
      "xml_usc05A@119-36.zip",
      "xml_usc11@119-36.zip",
    ]);
    const releasePoint = "https://uscode.house.gov/download/releasepoints/us/pl/119/36";
    expect((await PUBLISHERS.usc.offered(["1", "5a"], read)).map(({ url }) => url)).toEqual([
      `${releasePoint}/xml_usc01@119-36.zip`,
      `${releasePoint}/xml_usc05A@119-36.zip`,
    ]);
    await expect(PUBLISHERS.usc.offered(["99"], read)).rejects.toMatchObject({ hint: "offered are 01, 05a, 11" });
    await expect(PUBLISHERS.usc.offered([], async () => "<html>")).rejects.toMatchObject({ code: "unavailable" });
  });

  test.each([
    [[], "cap needs a reporter"],
    [["../x"], "cap needs a reporter"],
    [["us", "30-40"], "us has none of these volumes"],
    [["us", "one"], '"one" is not a volume'],
  ])("of a reporter %j is refused", async (asked, message) => {
    await expect(PUBLISHERS.cap.offered(asked, async () => VOLUMES)).rejects.toThrow(message);
  });

  test.each([[[]], [["0"]], [["51"]], [["twelve"]]])("of the C.F.R. %j is refused", async (asked) => {
    const ecfr: Publisher = PUBLISHERS.ecfr;
    await expect(ecfr.offered(asked, async () => "")).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("a download", () => {
  test("brings what was asked for, notes its hash, and is not made again", async () => {
    const { origin, asked, agents } = await site(CAP);
    const options = fetching(PUBLISHERS.cap, ["us", "1-2"], { dir: await directory(), mirror: origin });
    expect(await run(options)).toEqual(["https://static.case.law/us/1.zip", "https://static.case.law/us/2.zip"]);
    expect(await readFile(join(options.dir, "us/1.zip"), "utf8")).toBe(ONE);
    const noted = JSON.parse(await readFile(join(options.dir, "fetched.json"), "utf8")) as Record<string, object>;
    expect(noted["us/1.zip"]).toMatchObject({
      sha256: createHash("sha256").update(ONE).digest("hex"),
      size_bytes: 300,
    });
    asked.length = 0;
    const plan = await planFetch({ ...options, asked: ["us"] });
    expect(plan.files.map(({ name, isHeld }) => [name, isHeld])).toEqual([
      ["us/1.zip", true],
      ["us/2.zip", true],
      ["us/10.zip", false],
    ]);
    expect(plan.bytes).toBe(300);
    expect(asked.filter((one) => one.startsWith("GET"))).toEqual(["GET static.case.law/us/VolumesMetadata.json"]);
    expect([...agents]).toEqual([USER_AGENT]);
  });

  test("that is cut off twenty times goes on each time where it was", async () => {
    const whole = Buffer.from(Array.from({ length: 21_000 }, (_, at) => at % 251));
    const made = await site({ ...CAP, "static.case.law/us/1.zip": whole });
    made.cutAfter = 1_000;
    const options = fetching(PUBLISHERS.cap, ["us", "1"], { dir: await directory(), mirror: made.origin });
    await run(options);
    expect(await readFile(join(options.dir, "us/1.zip"))).toEqual(whole);
    const froms = made.asked
      .filter((one) => one.startsWith("GET static.case.law/us/1.zip"))
      .map((one) => Number(one.split(" ")[2] ?? 0));
    expect(froms.length).toBeGreaterThan(20);
    expect(froms).toEqual(froms.toSorted((left, right) => left - right));
    expect(await readdir(join(options.dir, "us"))).toEqual(["1.zip"]);
  });

  test("of a file that the publisher has replaced meanwhile begins again", async () => {
    const { origin } = await site(CAP);
    const dir = await directory();
    await mkdir(join(dir, "us"), { recursive: true });
    await writeFile(join(dir, "us/1.zip.part"), "old old old");
    await writeFile(join(dir, "us/1.zip.part.etag"), '"zero"');
    await run(fetching(PUBLISHERS.cap, ["us", "1"], { dir, mirror: origin }));
    expect(await readFile(join(dir, "us/1.zip"), "utf8")).toBe(ONE);
  });

  test("that never comes to its end is given up, and what came is kept", async () => {
    const made = await site(CAP);
    const options = fetching(PUBLISHERS.cap, ["us", "1"], { dir: await directory(), mirror: made.origin });
    const plan = await planFetch(options);
    // A weak name does not say which bytes: each attempt begins at the first.
    made.etag = 'W/"weak"';
    made.cutAfter = 10;
    await expect(carryOut(plan, { ...options, onFile: () => undefined })).rejects.toMatchObject({
      code: "unavailable",
      hint: expect.stringContaining("give the same command again") as string,
    });
    expect(await readdir(join(options.dir, "us"))).toContain("1.zip.part");
  });

  test("asks nothing of another host, also where the publisher redirects there", async () => {
    const { origin, asked } = await site(CAP, { "static.case.law/us/1.zip": "https://elsewhere.example/1.zip" });
    const options = fetching(PUBLISHERS.cap, ["us", "1"], { dir: await directory(), mirror: origin });
    await expect(run(options)).rejects.toMatchObject({ code: "forbidden" });
    expect(asked.filter((one) => one.includes("elsewhere"))).toEqual([]);
  });

  test("is made from a directory that has what the hosts have", async () => {
    const mirror = await directory();
    for (const [path, content] of Object.entries(CAP)) {
      await mkdir(dirname(join(mirror, path)), { recursive: true });
      await writeFile(join(mirror, path), content);
    }
    const options = fetching(PUBLISHERS.cap, ["us", "10"], { dir: await directory(), mirror });
    await run(options);
    expect(await readFile(join(options.dir, "us/10.zip"), "utf8")).toBe("ten".repeat(100));
    await expect(run({ ...options, asked: ["f2d"] })).rejects.toMatchObject({ code: "not_found" });
  });
});
