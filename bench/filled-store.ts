import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import type { ClusterDraft } from "#opinions/model.ts";
import type { OpinionWrite } from "#opinions/store/record.ts";
import { writeDecisions } from "#opinions/store/write.ts";

const BATCH = 1000;

/** Writes so many decisions of one opinion each; decision n is `n+1 Samp. 1 + n % 97`. */
export async function fillStore(db: Db, decisions: number): Promise<void> {
  for (let from = 0; from < decisions; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, decisions - from) }, (_, index) => from + index);
    await transaction(db, async (trx) =>
      writeDecisions(trx, { clusters: numbers.map(cluster), opinions: numbers.map(opinion), whole: new Map() }),
    );
  }
}

function cluster(number: number): ClusterDraft {
  const citation = { volume: String(1 + number), reporter: "Samp.", page: String(1 + (number % 97)) };
  return {
    source: "bench",
    sourceId: String(number),
    case: {
      sourceId: String(number),
      docketNumber: `19-cv-${number}`,
      caption: `Party ${number} v. Other`,
      dateFiled: null,
      dateTerminated: null,
    },
    courtId: "ca9",
    caseName: `Party ${number} v. Other`,
    filed: { date: "1998-06-15", precision: "day" },
    publishStatus: "published",
    judges: ["Vale", "Quist", "Orme"],
    citations: [
      { ...citation, citedAs: `${citation.volume} Samp. ${citation.page}` },
      { volume: String(1 + number), reporter: "Fict. Rep.", page: "7", citedAs: `${1 + number} Fict. Rep. 7` },
    ],
    headmatterHtml: null,
  };
}

function opinion(number: number): OpinionWrite {
  const text = `Decision ${number}. ${"The court has read the briefs and heard the parties. ".repeat(40)}`;
  return {
    contentHash: String(number),
    draft: {
      source: "bench",
      sourceId: String(number),
      clusterSourceId: String(number),
      ordinal: 0,
      type: "lead",
      author: "Vale",
      joinedBy: null,
      judges: [],
      perCuriam: false,
      enBanc: false,
      publishStatus: "published",
      precedentialNote: null,
      paginationCitation: null,
      textSource: "html",
      text: { html: `<p>${text}</p>`, text, offsetMap: new Uint8Array() },
    },
  };
}
