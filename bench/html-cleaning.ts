import { join } from "node:path";
import { parseArgs } from "node:util";
import { Parser } from "htmlparser2";
import sanitize from "sanitize-html";
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS } from "#opinions/clean/allow-list.ts";
import { cleanOpinion } from "#opinions/clean/clean-opinion.ts";
import { candidatesOf } from "#opinions/clean/text-columns.ts";
import { bulkOpinions } from "#test/opinions/real-opinions.ts";
import { requireSharedData, SHARED_DATA } from "../test/real/shared-data.ts";

/**
 * Cleaning beside sanitize-html and beside parsing alone, over the same real opinions in one process, interleaved so
 * that other work on the machine falls on all alike: `node bench/html-cleaning.ts [--every N] [folder]`. Processor
 * time, not clock time. Ours also makes plain text, map, markers and footnotes; the others only what they are named for.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: "string", default: "4" } },
});

const CONTENDERS: Readonly<Record<string, (html: string) => number>> = {
  "parsing alone": (html) => {
    let characters = 0;
    const parser = new Parser({ ontext: (words) => void (characters += words.length) }, { decodeEntities: true });
    parser.end(html);
    return characters;
  },
  "sanitize-html": (html) =>
    sanitize(html, {
      allowedTags: [...ALLOWED_TAGS],
      allowedAttributes: Object.fromEntries(
        Object.entries(ALLOWED_ATTRIBUTES).map(([tag, names]) => [tag, Object.keys(names)]),
      ),
      allowedSchemes: ["data"],
    }).length,
  cleanOpinion: (html) => cleanOpinion({ html }).text.html.length,
};

const sources: string[] = [];
let met = 0;
const folder = positionals[0] ?? join(SHARED_DATA, "courtlistener-bulk");
requireSharedData(folder);
for await (const { text } of bulkOpinions(folder)) {
  const [best] = candidatesOf(text);
  if (best?.form === "markup" && met++ % Number(values.every) === 0) sources.push(best.source);
}
const megabytes = sources.reduce((sum, source) => sum + Buffer.byteLength(source), 0) / 1e6;
console.log(`${sources.length} opinions in HTML or XML, ${megabytes.toFixed(1)} MB`);

const spent_us = new Map<string, number>();
for (const round of ["warm", "measured"]) {
  for (const source of sources) {
    for (const [name, run] of Object.entries(CONTENDERS)) {
      const before = process.cpuUsage();
      run(source);
      const { user, system } = process.cpuUsage(before);
      if (round === "measured") spent_us.set(name, (spent_us.get(name) ?? 0) + user + system);
    }
  }
}
for (const [name, us] of spent_us) console.log(`${name.padEnd(14)} ${((megabytes / us) * 1e6).toFixed(1)} MB/s`);
