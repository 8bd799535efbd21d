import { createHash } from "node:crypto";
import { citationKey } from "#citations/citation-key.ts";
import { collapseSpace } from "#text/typography.ts";
import type { Corpus } from "./corpus.ts";

/** A name as one opinion prints it before a citation. `half` is drawn by the cited decision, so that no decision is in both. */
export type PrintedName = {
  readonly caption: string;
  readonly citation: string;
  /** The work whose opinion prints it. */
  readonly citedBy: string;
  /** The decision held under the citation; undefined when none is. */
  readonly workId: string | undefined;
  readonly half: "building" | "sealed";
  /** Names are drawn in the order of these. */
  readonly lot: string;
};

const WORD = String.raw`(?:[A-Z][\w.&'’‘-]*|of|the|and|ex|rel\.|de|for|&)`;
const SIDE = String.raw`[A-Z][\w.&'’‘-]*(?:,? ${WORD}){0,6}`;
const NAME = String.raw`(?:${SIDE} v\. ${SIDE}|(?:In re|Ex parte|Matter of|In the Matter of) ${SIDE})`;
const CITATION = String.raw`\d{1,3} (?:U\. ?S\.|F\. ?[23]d|F\. ?Supp\.(?: 2d)?|S\. ?Ct\.|Cranch|Wheat\.|Pet\.|How\.|Wall\.|Cal\. ?[234]d|N\. ?[EYW]\. ?2d|[ASP]\. ?2d|So\. ?2d|[SN]\.[EW]\. ?2d) \d{1,4}`;
const PRINTED = new RegExp(String.raw`\b(${NAME}), (${CITATION})\b`, "gu");
const SIGNAL =
  /^(?:See|In|But|Cf\.|Accord|E\.g\.|Compare|also|and|Under|As|The|Thus|Nor|From|Citing|Quoting)\s+(?!re\b)/u;

/** Every decision that is cited by name, held or not, once: with the first name met for it, in the order of the lots. */
export async function printedNames({ db, works }: Corpus, seed: string): Promise<readonly PrintedName[]> {
  const rows = await db.selectFrom("cluster_citations").select(["cluster_id", "lookup_key"]).execute();
  const placeOfCluster = new Map([...works.values()].map((place) => [place.clusterId, place]));
  const placesOfKey = Map.groupBy(
    rows.flatMap(({ cluster_id, lookup_key }) => {
      const place = placeOfCluster.get(cluster_id);
      return place === undefined ? [] : [{ key: lookup_key, place }];
    }),
    ({ key }) => key,
  );
  const named = new Map<string, PrintedName>();
  for (const id of [...works.keys()].toSorted()) {
    const citedBy = works.get(id)?.workId ?? "";
    const row = await db.selectFrom("opinion_texts").select("text").where("opinion_id", "=", id).executeTakeFirst();
    for (const [, written = "", citation = ""] of collapseSpace(row?.text ?? "").matchAll(PRINTED)) {
      let caption = written;
      while (SIGNAL.test(caption)) caption = caption.replace(SIGNAL, "");
      const key = citationKey(citation);
      const places = placesOfKey.get(key) ?? [];
      const heldWorks = new Set(places.map(({ place }) => place.workId));
      // Several decisions on one page: which of them is named is not known here.
      if (heldWorks.size > 1 || heldWorks.has(citedBy)) continue;
      const [held] = places;
      const decision = held?.place.workId ?? key;
      if (named.has(decision)) continue;
      const digest = (salt: string): string =>
        createHash("sha256")
          .update(`${salt}${held?.place.sourceId ?? key}`)
          .digest("hex");
      const half = Number.parseInt(digest("").slice(0, 2), 16) % 2 === 0 ? "building" : "sealed";
      named.set(decision, { caption, citation, citedBy, workId: held?.place.workId, half, lot: digest(seed) });
    }
  }
  return [...named.values()].toSorted((a, b) => (a.lot < b.lot ? -1 : 1));
}
