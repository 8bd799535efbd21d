import { courtById } from "#courts/courts.ts";
import type { Reader } from "#db/connection.ts";
import { eachEntry } from "#db/outbox.ts";
import type { OutboxEntry } from "#db/outbox.ts";
import { filingIdsAfter, filingsById, filingTexts } from "#dockets/filings/read.ts";
import { filingDocument } from "#search/filings.ts";
import { indexRules } from "../index-rules.ts";
import { documentsInTime } from "../followed-collection.ts";
import type { Changes, FollowedCollection, MadeDocuments } from "../followed-collection.ts";
import { followedRecords } from "../followed-records.ts";

export const FILING_INDEX_PROJECTION = "filing-index";

/** Filings whose texts are held at once. */
const FILINGS_PER_PART = 200;

/** Filings of state trial courts; each is a document. */
export const FOLLOWED_FILINGS: FollowedCollection = followedRecords({
  name: "filings",
  kind: "filing",
  projection: FILING_INDEX_PROJECTION,
  rules: indexRules("filing_documents"),
  idsAfter: filingIdsAfter,
  documentsOf: filingDocuments,
  changesIn: async (_db, entries) => changesIn(entries),
  unitsAtOnce: FILINGS_PER_PART,
});

/** The documents of these filings, those that are held. */
async function filingDocuments(db: Reader, ids: readonly string[]): Promise<MadeDocuments> {
  const texts = await filingTexts(db, ids);
  return documentsInTime(
    await filingsById(db, ids),
    ({ id }) => [id],
    ({ id, caption, title, description, docketNumber, courtId, type, caseId, dateFiled }) => [
      filingDocument({
        id,
        caption,
        title: [title, description].filter((one) => one !== null).join(". "),
        docketNumber: docketNumber ?? "",
        text: texts.get(id)?.text ?? "",
        courtId,
        state: courtById(courtId)?.state ?? "",
        type,
        caseId,
        dateFiled,
      }),
    ],
  );
}

function changesIn(entries: readonly OutboxEntry[]): Changes {
  const units = new Set<string>();
  const gone = new Set<string>();
  eachEntry(entries, {
    trial_filing: ({ op, recordId }) => {
      const [of, other] = op === "delete" ? [gone, units] : [units, gone];
      of.add(recordId);
      other.delete(recordId);
    },
    law: () => undefined,
    opinion: () => undefined,
    cluster: () => undefined,
    citing_words: () => undefined,
    cited_law: () => undefined,
    docket: () => undefined,
    filing: () => undefined,
  });
  return { units: [...units], gone: [...gone] };
}
