import { docketKey, keyedNumbers, rowsNumbered } from "#cases/docket-key.ts";
import { keyOfForm } from "#cases/docket-forms.ts";
import { caseRelation, docketRelation } from "#cases/store.ts";
import { courtById } from "#courts/courts.ts";
import { openRecords } from "#schema/open.ts";

type Held = { readonly docket_number: string; readonly docket_key: string };

/** How a number was read: by a court's own form, as year, kind and serial, as year and serial, or letter by letter. */
export function readingOf(
  number: string,
): "form" | "year, kind, serial" | "year, serial" | "number alone" | "as printed" {
  const key = docketKey(number) ?? "";
  if (keyOfForm(number.toLowerCase()) !== undefined) return "form";
  if (/^\d{2}[a-z]+\d+$/u.test(key)) return "year, kind, serial";
  if (/^\d{1,2}-\d+$/u.test(key)) return "year, serial";
  return /^\d+$/u.test(key) ? "number alone" : "as printed";
}

const KIND_OF: Readonly<Record<string, string>> = { "Federal District": "cv", "Federal Bankruptcy": "bk" };
const YEAR_SERIAL = /^(?:(?<office>\d):|\d-(?=\d{2}-))?(?<year>\d{2})[ -](?:[CBcb][Vv]?[ -])?(?<serial>\d{2,5})(?!\d)/u;

/** The number as the federal system prints it today, where it tells year and serial and names no other kind. */
function asPrintedToday(number: string, kind: string): string | undefined {
  const { office, year, serial } = YEAR_SERIAL.exec(number)?.groups ?? {};
  if (year === undefined || serial === undefined) return undefined;
  return `${office === undefined ? "" : `${office}:`}${year}-${kind}-${serial.padStart(5, "0")}`;
}

/** `node eval/docket-numbers.ts <data directory> [--show <reading>]` */
async function main(): Promise<void> {
  const [dataDir = "", , shown] = process.argv.slice(2);
  await using db = await openRecords({ dataDir });
  const rows = await db
    .selectFrom(docketRelation(db).as("listed"))
    .innerJoin(caseRelation(db).as("owner"), "owner.id", "listed.case_id")
    .select(["owner.court_id", "listed.docket_number"])
    .distinct()
    .execute();
  const byReading = Map.groupBy(rows, ({ docket_number }) => readingOf(docket_number));
  console.log(`numbers ${rows.length}: ${[...byReading].map(([name, { length }]) => `${name} ${length}`).join(", ")}`);
  const asked = { count: 0, found: 0, others: 0 };
  for (const [courtId, numbers] of Map.groupBy(rows, ({ court_id }) => court_id)) {
    const kind = KIND_OF[courtById(courtId)?.jurisdiction ?? ""];
    if (kind === undefined) continue;
    const held: Held[] = numbers.map(({ docket_number }) => ({
      docket_number,
      docket_key: docketKey(docket_number) ?? "",
    }));
    for (const row of held) {
      const today = asPrintedToday(row.docket_number, kind);
      if (today === undefined) continue;
      const found = rowsNumbered(held, keyedNumbers([today]));
      asked.count += 1;
      asked.found += Number(found.includes(row));
      asked.others += found.filter(({ docket_key }) => docket_key !== row.docket_key).length;
    }
  }
  console.log(`federal trial courts, asked as printed today: ${JSON.stringify(asked)}`);
  for (const [name, list] of byReading)
    if (name === shown) for (const { court_id, docket_number } of list) console.log(`${court_id}\t${docket_number}`);
}

if (import.meta.main) await main();
