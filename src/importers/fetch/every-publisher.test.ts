import { describe, expect, test } from "vitest";
import { standingAt, importLawsFrom, lawDatabase } from "#test/laws/import-laws.ts";
import { GOV, ISSUE, listing, OFFERS, REFS } from "./offers.fixture.ts";
import type { Offer } from "./offers.fixture.ts";
import { directory, fetching, run, site } from "./site.fixture.ts";
import { PUBLISHERS } from "./sources.ts";
import type { Publisher, PublisherName } from "./sources.ts";

describe("what a publisher offers", () => {
  test.each(Object.entries(OFFERS))(
    "of %s comes in whole, though it is cut off twenty times, and asks its hosts alone",
    async (name, { asked, files, brings, cites, rejected = 0 }) => {
      const publisher: Publisher = PUBLISHERS[name as PublisherName];
      const made = await site(files);
      const options = fetching(publisher, asked, { dir: await directory(), mirror: made.origin });
      const largest = Math.max(...Object.values(files).map((content) => Buffer.byteLength(content)));
      made.cutAfter = Math.ceil(largest / 21);
      // Listings are small and are not gone on with: they come whole.
      made.wholePaths = Object.keys(files).filter((path) => /\/json\/|shtml|info\/refs/u.test(path));
      const urls = await run(options);
      expect(urls).toHaveLength(brings.length);
      const attempts = made.asked.filter((one) => one.startsWith("GET") && /\.xml|\.zip|\/zip\//u.test(one));
      expect(attempts.length).toBeGreaterThan(20);
      const hosts = new Set(made.asked.map((one) => one.split(" ")[1]?.split("/")[0] ?? ""));
      for (const host of hosts) expect(publisher.hosts).toContain(host);
      const db = await lawDatabase();
      const report = await importLawsFrom(db, publisher.importer as "uslm", options.dir);
      expect(report.counts.rejected, JSON.stringify(report.rejected)).toBe(rejected);
      const found = await standingAt(db, cites, "2026-12-01");
      expect(found?.text.html).toContain("No troll shall toll");
      made.asked.length = 0;
      expect(await run(options)).toEqual([]);
    },
  );

  test("of the annual C.F.R. keeps the day of the volume, and of the Register each document its page", async () => {
    const db = await lawDatabase();
    const { files } = OFFERS["cfr-annual"] as Offer;
    const made = await site(files);
    const options = fetching(PUBLISHERS["cfr-annual"], ["2024", "12"], { dir: await directory(), mirror: made.origin });
    await run(options);
    await importLawsFrom(db, "ecfr", options.dir);
    expect((await standingAt(db, "12 C.F.R. § 9.1", "2026-12-01"))?.version).toMatchObject({ edition: "2024-01-01" });
    const issue = await directory();
    const register = fetching(PUBLISHERS["federal-register"], ["2024-01"], {
      dir: issue,
      mirror: (
        await site({
          [`${GOV}/json/FR/2024/01`]: listing("FR/2024/01", ["FR-2024-01-02.xml"]),
          [`${GOV}/FR/2024/01/FR-2024-01-02.xml`]: ISSUE,
        })
      ).origin,
    });
    await run(register);
    await importLawsFrom(db, "federal-register", issue);
    expect((await standingAt(db, "89 Fed. Reg. 205", "2026-12-01"))?.version).toMatchObject({
      path: "v89.2024-01-02.E8-101",
      publicationDate: "2024-01-02",
    });
  });
});

describe("what is not offered", () => {
  const GONE = "<!DOCTYPE html><html><title>Govinfo Bulkdata Service Error</title></html>";

  test.each<[PublisherName, readonly string[], object]>([
    ["cfr-annual", [], { code: "invalid_input", hint: expect.stringContaining("2024") as string }],
    ["cfr-annual", ["2024", "51"], { code: "invalid_input" }],
    ["cfr-annual", ["2024", "12"], { code: "unavailable" }],
    ["federal-register", [], { code: "invalid_input" }],
    ["federal-register", ["yesterday"], { code: "invalid_input" }],
    ["federal-register", ["2024-02..2024-01"], { code: "invalid_input" }],
    ["federal-register", ["2024-01"], { code: "unavailable" }],
    ["dc-code", ["1999-01-01"], { code: "unavailable" }],
  ])("of %s %j is refused", async (name, asked, expected) => {
    await expect(PUBLISHERS[name].offered(asked, async () => GONE)).rejects.toMatchObject(expected);
  });

  test("of the D.C. Code a day without a publication names the newest", async () => {
    await expect(PUBLISHERS["dc-code"].offered(["1999-01-01"], async () => REFS)).rejects.toMatchObject({
      code: "invalid_input",
      hint: "the newest is 2026-09-16",
    });
  });
});
