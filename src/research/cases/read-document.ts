import { OnpointError } from "#base/errors.ts";
import { courtById } from "#courts/courts.ts";
import type { OpinionRecord } from "#opinions/store/record.ts";
import { UNSEEN } from "#citator/summary.ts";
import type { CitatorReads } from "../opinion-views.ts";
import type { Standing } from "../standing.ts";
import type { Unread } from "../unread.ts";
import type { NotRead, ReadDocument } from "./answers.ts";
import { documentOf } from "./document-view.ts";
import { refusal } from "./find-document.ts";
import type { FoundDocument } from "./find-document.ts";
import type { CaseDocument } from "./model.ts";
import { partOf } from "./source.ts";

/** The document with its texts and how it stands; its standing is null where that cannot be looked up now. */
export async function readDocument(
  { citator, unread }: { readonly citator: Pick<CitatorReads, "standings">; readonly unread: Unread },
  { opinions }: FoundDocument,
): Promise<ReadDocument | NotRead> {
  const [first] = opinions;
  const lacks = await unread("denies");
  const told = await standingOf(citator, first.id);
  const said = lacks("counts").map(({ message }) => message);
  // That nothing cites it is not known before everything is read.
  const standing = told?.status === "unknown" && said.length > 0 ? null : told;
  const { standing: _, ...document } = withStanding(first, standing ?? UNSEEN);
  const parts = opinions.map(partOf).filter(({ text }) => text.trim() !== "");
  if (parts.length === 0) {
    return refusal("text_not_available", "no text of this document is held", "no_text", {
      document: withStanding(first, standing ?? UNSEEN),
    });
  }
  return { ...document, standing, unread: said, parts, jurisdiction: courtById(first.courtId)?.jurisdiction ?? "" };
}

export function withStanding(record: OpinionRecord, standing: Standing): CaseDocument {
  return documentOf({ record, standing, court: { abbreviation: "", state: "" } });
}

async function standingOf(citator: Pick<CitatorReads, "standings">, opinionId: string): Promise<Standing | null> {
  try {
    return (await citator.standings([opinionId])).get(opinionId) ?? UNSEEN;
  } catch (thrown) {
    if (thrown instanceof OnpointError) return null;
    throw thrown;
  }
}
