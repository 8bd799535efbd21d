import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isRuling } from "#dockets/document-types/document-types.ts";
import { typeOfEntry } from "#dockets/document-types/type-of-entry.ts";
import { reportFigures } from "./report.ts";

/**
 * The kinds of paper that lines of real dockets are told to be: `node eval/document-types.ts [--data DIR] [--misses] [--land]`.
 * The lines are labelled by reading; half of them, by court, were seen when the table of forms was made, the others were
 * not. `strict` is the first choice of the reader, `lenient` any that a careful litigator could give. A line that is no
 * ruling and is called one is counted apart, and a draft that is called one by itself.
 */
const { values: options } = parseArgs({
  options: {
    data: {
      type: "string",
      default: process.env["ONPOINT_SHARED_DATA"] ?? join(import.meta.dirname, "../../shared/data"),
    },
    misses: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});

type Labelled = {
  readonly id: string;
  readonly court: string;
  readonly description: string;
  readonly short_description: string | null;
  readonly parent: string | null;
  readonly attachment: number | null;
  readonly type: string;
  readonly also_acceptable: readonly string[];
  readonly is_entered_ruling: boolean;
};

const lines = readFileSync(join(options.data, "eval/document-types-dev.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Labelled);

const isOfBuilding = ({ court }: Labelled): boolean => (createHash("sha256").update(court).digest()[0] ?? 0) % 2 === 0;

const judged = lines.map((line) => {
  const { type, confidence } = typeOfEntry({
    description: line.description,
    shortDescription: line.short_description,
    parent: line.parent,
    isAttachment: line.attachment !== null && line.attachment > 0,
  });
  return {
    line,
    half: isOfBuilding(line) ? "building" : "sealed",
    type,
    isSure: confidence >= 0.8,
    isStrict: type === line.type,
    isLenient: type === line.type || line.also_acceptable.includes(type),
    isFalseRuling: isRuling(type) && !line.is_entered_ruling,
    isMissedRuling: !isRuling(type) && line.is_entered_ruling,
    isDraftCalledRuling:
      isRuling(type) && !line.is_entered_ruling && /\bpropos|\bdraft|\blodged/iu.test(line.description),
  };
});

const share = <Item>(items: readonly Item[], holds: (item: Item) => boolean): number =>
  items.filter(holds).length / Math.max(1, items.length);

const figures: Record<string, number> = {};
for (const half of ["building", "sealed"]) {
  const of = judged.filter((one) => one.half === half);
  if (of.length === 0) throw new Error(`no lines of the ${half} half`);
  const sure = of.filter(({ isSure }) => isSure);
  figures[`${half} lines`] = of.length;
  figures[`${half} strict`] = share(of, ({ isStrict }) => isStrict);
  figures[`${half} lenient`] = share(of, ({ isLenient }) => isLenient);
  figures[`${half} sure`] = sure.length / of.length;
  figures[`${half} lenient of the sure`] = share(sure, ({ isLenient }) => isLenient);
  figures[`${half} unknown`] = share(of, ({ type }) => type === "unknown");
  figures[`${half} false rulings`] = of.filter(({ isFalseRuling }) => isFalseRuling).length;
  figures[`${half} missed rulings`] = of.filter(({ isMissedRuling }) => isMissedRuling).length;
  figures[`${half} drafts called rulings`] = of.filter(({ isDraftCalledRuling }) => isDraftCalledRuling).length;
}
reportFigures("document-types", figures, options.land);

if (options.misses) {
  for (const { line, half, type, isLenient } of judged) {
    if (half === "building" && !isLenient)
      console.log(`${line.id} ${line.type} -> ${type}: ${line.description.slice(0, 120)}`);
  }
}
