/**
 * Citation extraction on real opinions beside the npm port of eyecite with its fast tokenizer, in one process, one
 * after the other on the same texts. The port needs more than linear time in a document, so the texts both read are
 * opinions of at most 100,000 characters; ours then reads everything.
 *
 *     node bench/citations.ts [--peer-mb 1.5] [--rounds 3] [--json]
 *
 * Prints million characters a second of one core, the median of the rounds, and how many citations each found.
 */
import { parseArgs } from "node:util";
import { extractCitations } from "#citations/citations.ts";
import { readCapTexts } from "../test/real/cap-texts.ts";
import { requireSharedData, SHARED_DATA } from "../test/real/shared-data.ts";

const { values } = parseArgs({
  options: {
    "peer-mb": { type: "string", default: "1.5" },
    rounds: { type: "string", default: "3" },
    json: { type: "boolean", default: false },
  },
});

/** The part of the port that is used here; it ships no types. */
type Peer = {
  readonly getCitations: (text: string, removeAmbiguous: boolean, tokenizer: unknown) => readonly unknown[];
  readonly DefaultTokenizer: new () => { readonly extractors: unknown };
  readonly AhocorasickTokenizer: new (extractors: unknown) => unknown;
};

type Measured = { readonly mb_per_s: number; readonly citations: number };

const PEER_TEXT_CHARS_MAX = 100_000;
const rounds = Number(values.rounds);

function measure(texts: readonly string[], read: (text: string) => number, times: number): Measured {
  const chars = texts.reduce((sum, text) => sum + text.length, 0);
  const rates: number[] = [];
  let citations = 0;
  for (let round = 0; round < times; round += 1) {
    citations = 0;
    const start = process.cpuUsage();
    for (const text of texts) citations += read(text);
    const { user, system } = process.cpuUsage(start);
    rates.push(chars / (user + system));
  }
  return { mb_per_s: rates.toSorted((one, other) => one - other)[Math.floor(rates.length / 2)] ?? 0, citations };
}

requireSharedData();
const all = (await readCapTexts(SHARED_DATA)).map(({ text }) => text);
const shared: string[] = [];
let chars = 0;
for (const text of all) {
  if (text.length > PEER_TEXT_CHARS_MAX || chars > Number(values["peer-mb"]) * 1e6) continue;
  shared.push(text);
  chars += text.length;
}
if (shared.length === 0) throw new Error(`no opinions under ${SHARED_DATA}`);

/** By name, since the package ships no types to import it with. */
const PEER: string = "@beshkenadze/eyecite";
const peer = (await import(PEER)) as Peer;
const tokenizer = new peer.AhocorasickTokenizer(new peer.DefaultTokenizer().extractors);
const ours = (text: string): number => extractCitations(text).length;
const theirs = (text: string): number => peer.getCitations(text, false, tokenizer).length;

measure(shared.slice(0, 5), ours, 1);
measure(shared.slice(0, 5), theirs, 1);
const figures = {
  "ours, the same opinions": measure(shared, ours, rounds),
  "@beshkenadze/eyecite, the same opinions": measure(shared, theirs, Math.min(rounds, 2)),
  "ours, every opinion": measure(all, ours, rounds),
};

if (values.json) console.log(JSON.stringify(figures));
else {
  console.log(
    `${shared.length} opinions, ${(chars / 1e6).toFixed(2)} million characters, read by both; ${all.length} by ours`,
  );
  for (const [label, { mb_per_s, citations }] of Object.entries(figures)) {
    console.log(
      `${label.padEnd(42)} ${mb_per_s.toFixed(2).padStart(7)} MB/s a core ${String(citations).padStart(8)} citations`,
    );
  }
}
