import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { DOCKET_KEY_RULES, docketKey } from "./docket-key.ts";
import { reassignMatters } from "./matters.ts";
import { rekeyCases } from "./rekey.ts";
import { writeCases } from "./store.ts";
import type { CaseWrite } from "./store.ts";

const caseOf = (id: string, docketNumber: string | null, caption = "Heron v. Marsh"): CaseWrite => ({
  id,
  source: "test",
  sourceId: id,
  courtId: "nysd",
  docketNumber,
  caption,
  dateFiled: "2019-02-01",
  dateTerminated: null,
});

const CASES: readonly CaseWrite[] = [
  caseOf("a", "1:19-cv-01234-ABC"),
  caseOf("b", "19-cv-1234; 19-cv-1300"),
  caseOf("c", null),
  caseOf("d", "1:20-cv-00007", "Crane v. Reed"),
  ...Array.from({ length: 700 }, (_, at) => caseOf(`e${String(at).padStart(4, "0")}`, `21-cv-${at + 1}`, `No. ${at}`)),
];

async function write(db: Db): Promise<void> {
  await transaction(db, async (trx) => {
    await writeCases(trx, CASES);
    await reassignMatters(
      trx,
      CASES.map(({ id }) => id),
      decisionDays,
    );
  });
}

async function held(db: Db): Promise<unknown> {
  const cases = await db.selectFrom("cases").select(["id", "matter_id", "docket_key"]).orderBy("id").execute();
  const dockets = await db.selectFrom("case_dockets").selectAll().orderBy("case_id").orderBy("ordinal").execute();
  return { cases, dockets };
}

/** As a program left them whose rules knew no zeros. */
async function makeOld(db: Db): Promise<void> {
  await db.updateTable("case_dockets").set({ docket_key: "19cv01234" }).where("case_id", "=", "a").execute();
  await db.updateTable("cases").set({ docket_key: "19cv01234", matter_id: "a" }).where("id", "=", "a").execute();
  await db.updateTable("cases").set({ matter_id: "b" }).where("id", "=", "b").execute();
}

describeEachDatabase("keys of docket numbers that older rules made", (store) => {
  test("are made anew, and the cases that now bear one number are one", async () => {
    const db = await store.open();
    await write(db);
    const wanted = await held(db);
    await makeOld(db);
    expect(await held(db)).not.toEqual(wanted);
    expect(await rekeyCases(db, decisionDays)).toEqual({ read: CASES.length, changed: 1 });
    expect(await held(db)).toEqual(wanted);
  });

  test("of a number that older rules took for one, each leads to its case", async () => {
    const db = await store.open();
    await transaction(db, async (trx) => writeCases(trx, [caseOf("f", "19-1234 (consolidated with 19-1240)")]));
    const wanted = await held(db);
    const whole = {
      docket_key: "19-1234-consolidated-with-19-1240",
      docket_number: "19-1234 (consolidated with 19-1240)",
    };
    await db.deleteFrom("case_dockets").where("ordinal", ">", 0).execute();
    await db.updateTable("case_dockets").set(whole).execute();
    await db.updateTable("cases").set({ docket_key: whole.docket_key }).execute();
    expect(await rekeyCases(db, decisionDays)).toEqual({ read: 1, changed: 1 });
    expect(await held(db)).toEqual(wanted);
  });

  test("are made once for each change of the rules, and a run that was stopped is made again", async () => {
    const db = await store.open();
    await write(db);
    await makeOld(db);
    expect(await rekeyCases(db, decisionDays, AbortSignal.abort())).toEqual({ read: 0, changed: 0 });
    expect((await rekeyCases(db, decisionDays)).changed).toBe(1);
    await makeOld(db);
    expect(await rekeyCases(db, decisionDays)).toEqual({ read: 0, changed: 0 });
  });
});

const SPELLINGS =
  "1:19-cv-01234-ABC|19-cv-1234|2019cv01234|No. 92-0190|92-190,191|56,911|9, Orig.|8:09-35697-JAC7|09-35697-8-JAC|05-4210-cr(L)|2019-1234|8-19-70001-ast|07-02023-8-RDD|14-80555-JJG-13|MDL No. 2788|24CV00317|B123456|No. SC-2020-0001|CV-19-01234-PHX-DGC|Civil Action No. 19-1234 (RBW)|2:18-mn-02873|A-1-19|19-bk-10012|Misc. No. 3|C.A. No. 12345-VCL|00106941384".split(
    "|",
  );

test("the number of the rules goes up with what they make of a number", () => {
  const made = SPELLINGS.map((spelling) => `${spelling} ${docketKey(spelling) ?? "none"}`).join("\n");
  const told = createHash("sha256").update(made).digest("hex").slice(0, 16);
  // A new hash here wants a new number there: stored keys are then made again.
  expect({ rules: DOCKET_KEY_RULES, told }).toMatchInlineSnapshot(`
    {
      "rules": 6,
      "told": "b6ca7baa17468edb",
    }
  `);
});
