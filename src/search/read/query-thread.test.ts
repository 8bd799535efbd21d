import { afterEach, expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { ENDLESS_WORKER, ENDLESS } from "#test/threads/endless.ts";
import { readQueryAs } from "./query-forms.ts";
import { QueryThread } from "./query-thread.ts";
import type { QueryThreadOptions } from "./query-thread.ts";

const opened: QueryThread[] = [];
function queryThread(options: Partial<QueryThreadOptions> = {}): QueryThread {
  const thread = new QueryThread({ log: silentLogger, ...options });
  opened.push(thread);
  return thread;
}
afterEach(async () => {
  for (const thread of opened.splice(0)) await thread.close();
});

const LONG = `("landlord's duty" W/5 repair!) AND court(ca2) AND NOT date(bef 1990) ${"OR premises ".repeat(30)}`;

test("a long query is read elsewhere, a short one here, and both as they are here", async () => {
  const thread = queryThread();
  for (const form of ["opinions", "opinions as words", "laws", "filings"] as const) {
    const asked = thread.read(form, LONG, {});
    expect(asked).toBeInstanceOf(Promise);
    expect(await asked).toEqual(readQueryAs(form, LONG));
    expect(thread.read(form, "negligence", {})).toEqual(readQueryAs(form, "negligence"));
  }
});

test("faults come back with their places", async () => {
  const broken = `${LONG} AND (`;
  expect(await queryThread().read("opinions", broken, {})).toEqual(readQueryAs("opinions", broken));
});

test("a query on which reading does not end is refused, and the next is read", async () => {
  const thread = queryThread({ file: ENDLESS_WORKER, reading_ms_max: 50 });
  await thread.read("opinions", LONG, {});
  const asked = thread.read("opinions", `${LONG} ${ENDLESS}`, {});
  await expect(asked).rejects.toMatchObject({ code: "too_costly", faults: [{ path: "query" }] });
  await expect(thread.read("opinions", LONG, {})).resolves.toContain("landlord");
});
