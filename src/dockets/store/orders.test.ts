import { expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import type { DocketSighting } from "../model.ts";
import { document, entry, sighting } from "../sightings.fixture.ts";
import { entriesOf } from "./read-entries.ts";
import { docketIdsAfter, docketsById } from "./read.ts";
import { writeDockets } from "./write.ts";

const noDays = async () => new Map<string, readonly string[]>();
const line = (number: string | null, text: string | null, pacerDocId: string) =>
  entry(number, text, { documents: [document(0, { pacerDocId })] });

/** What five sources say of one civil case, over the years and each in its own way. */
const CIVIL: readonly DocketSighting[] = [
  sighting({ pacerCaseIds: ["513"], asOf: "2019-06-01", entries: [line("1", "COMPLAINT by Alder", "10")] }),
  sighting({
    docketNumber: "1:19-cv-01234-XYZ",
    pacerCaseIds: ["513"],
    asOf: "2021-06-01",
    facts: { caption: "Alder et al v. Birch Corporation", dateFiled: "2019-02-03" },
    entries: [line("1", "COMPLAINT by Alder Modified on 7/1/2019 (ab)", "10"), line("2", "ANSWER by Birch", "11")],
  }),
  sighting({
    kind: "notice",
    docketNumber: "1:19-cv-01234",
    pacerCaseIds: ["513"],
    asOf: "2020-01-01",
    facts: { caption: "Alder v. B" },
    entries: [line("2", null, "11")],
  }),
  sighting({
    kind: "archive",
    docketNumber: "1:19-cv-1234",
    asOf: "2020-02-01",
    entries: [line("1", "COMPLAINT by Alder", "10")],
  }),
  sighting({
    kind: "filings",
    docketNumber: null,
    pacerCaseIds: ["513"],
    facts: {},
    asOf: null,
    entries: [entry("2", null, { dateFiled: null, documents: [document(0), document(1)] })],
  }),
];
/** A bankruptcy whose number courts write with the office, the judge and the chapter, or without. */
const BANKRUPTCY: readonly DocketSighting[] = [
  { docketNumber: "1-19-10234-abc", pacerCaseIds: ["77"], asOf: "2020-01-01" },
  { docketNumber: "19-10234", pacerCaseIds: ["77"], asOf: "2019-01-01", kind: "notice" as const },
  { docketNumber: "1:19-10234-abc", asOf: "2018-01-01", kind: "archive" as const },
  { docketNumber: "19-10234-ABC", pacerCaseIds: ["77"], asOf: "2021-01-01" },
].map((told) => sighting({ courtId: "nyeb", facts: { caption: "Heron Mills" }, ...told }));

function ordersOf<One>(all: readonly One[]): (readonly One[])[] {
  return all.length < 2
    ? [all]
    : all.flatMap((one, at) => ordersOf(all.toSpliced(at, 1)).map((rest) => [one, ...rest]));
}

/** What is held, but for what it is called by. */
async function held(db: Db): Promise<unknown> {
  const dockets = await docketsById(db, await docketIdsAfter(db, "", 9));
  return Promise.all(
    dockets.map(async (docket) => {
      const entries = await entriesOf(db, docket.id, { limit: 99 });
      const told = entries.map((one) => ({ ...one, id: "", docketId: "" }));
      return { ...docket, id: "", caseId: "", entries: told };
    }),
  );
}

describeEachDatabase("one docket of many sources", (store) => {
  test.each([
    ["civil", CIVIL, "1:19-cv-01234-XYZ"],
    ["bankruptcy", BANKRUPTCY, "19-10234-ABC"],
  ] as const)("is the same in whatever order they come in, one at a time (%s)", async (_kind, sightings, number) => {
    const orders = ordersOf(sightings);
    // Every order takes a database: on PostgreSQL some of them, spread over all.
    const step = store.dialect === "sqlite" ? 5 : 40;
    const chosen = orders.filter((_order, at) => at % step === 0);
    let first: unknown;
    for (const order of chosen) {
      const db = await store.open();
      for (const one of order) await transaction(db, async (trx) => writeDockets(trx, [one], noDays));
      const told = await held(db);
      first ??= told;
      expect(told, JSON.stringify(order.map(({ kind, asOf }) => [kind, asOf]))).toEqual(first);
      expect(told).toMatchObject([{ docketNumber: number }]);
      for (const one of order) {
        const { dockets } = await transaction(db, async (trx) => writeDockets(trx, [one], noDays));
        expect(dockets).toMatchObject({ added: 0, updated: 0, removed: 0 });
      }
    }
    expect(chosen.length).toBeGreaterThan(0);
  });
});
