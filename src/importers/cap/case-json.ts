import { z } from "zod";
import { parallelCitation } from "#opinions/parallel-citation.ts";
import { cleanOpinion } from "#opinions/clean/clean-opinion.ts";
import { caseNameOf, cleanCaption } from "#opinions/derive/case-name.ts";
import { headDocketNumber } from "#opinions/derive/head-docket.ts";
import { headLines } from "#opinions/derive/head.ts";
import { judgesFromVotes } from "#opinions/derive/judges.ts";
import { opinionTypeOfCapType } from "#opinions/derive/opinion-type.ts";
import type { ClusterDraft, ParallelCitation, PublishStatus } from "#opinions/model.ts";
import { courtOf } from "../court-of.ts";
import { filedDate } from "../filed-date.ts";
import type { RawOpinion, SourceItem } from "../source.ts";
import { schemaReject } from "../validation.ts";

const text = z.string().nullish();

const casebody = z.object({
  judges: z.array(z.string()).nullish(),
  head_matter: text,
  opinions: z.array(z.object({ type: text, author: text, text: z.string() })),
});

/** A case of static.case.law, and of the earlier bulk export, which wraps the body in `data`. Other members are passed over. */
const capCase = z.object({
  id: z.union([z.number().int(), z.string().min(1)]),
  name: text,
  name_abbreviation: text,
  decision_date: text,
  docket_number: text,
  citations: z.array(z.object({ cite: z.string() })),
  court: z.object({ name: text, name_abbreviation: text }),
  jurisdiction: z.object({ name: text, name_long: text }).nullish(),
  casebody: z.union([casebody, z.object({ data: casebody }).transform(({ data }) => data)]),
});
type CapCase = z.output<typeof capCase>;

type Mapped = Pick<SourceItem, "sourceId" | "cluster" | "opinions" | "rejects" | "told">;

/** A decision and its opinions from one case file. */
export function mapCapCase(value: unknown): Mapped {
  const parsed = capCase.safeParse(value);
  if (!parsed.success) {
    return left(null, schemaReject(parsed.error, "a case has id, citations, court and casebody.opinions"));
  }
  const given = parsed.data;
  const sourceId = String(given.id);
  const filed = filedDate(given.decision_date ?? null);
  if (filed === undefined) {
    return left(sourceId, {
      reason: "bad_date",
      message: `decision_date is "${given.decision_date ?? ""}"`,
      hint: "a date is YYYY-MM-DD, YYYY-MM or YYYY",
    });
  }
  const courtName = given.court.name ?? given.court.name_abbreviation ?? "";
  if (courtName === "") {
    return left(sourceId, { reason: "no_court", message: "the case names no court", hint: "court.name is wanted" });
  }
  const court = courtOf(courtName, {
    name: courtName,
    abbreviation: given.court.name_abbreviation ?? undefined,
    jurisdictionName: given.jurisdiction?.name_long ?? undefined,
    date: filed.date ?? undefined,
  });
  if ("reject" in court) return left(sourceId, court.reject);
  const caption = cleanCaption(given.name ?? given.name_abbreviation ?? "") || "Unnamed case";
  const citations = given.citations.flatMap(({ cite }) => parallelCitation(cite) ?? []);
  const cluster: ClusterDraft = {
    source: "cap",
    sourceId,
    case: {
      sourceId,
      docketNumber: given.docket_number?.trim() || printedDocketNumber(given.casebody),
      caption,
      dateFiled: null,
      dateTerminated: null,
    },
    courtId: court.courtId,
    caseName: caseNameOf(caption, given.name_abbreviation),
    filed,
    publishStatus: statusOf(citations),
    judges: judgesFromVotes(given.casebody.judges ?? []),
    citations,
    headmatterHtml: headmatterOf(given.casebody.head_matter ?? ""),
  };
  return { sourceId, cluster, opinions: opinionsOf(sourceId, given), rejects: [], told: court.told };
}

/** The number the reporter prints: the project's own field is empty for most cases. */
function printedDocketNumber({ head_matter, opinions }: CapCase["casebody"]): string | null {
  const [first] = opinions;
  return headDocketNumber(headLines(head_matter ?? "")) ?? headDocketNumber(headLines(first?.text ?? ""));
}

function left(sourceId: string | null, reason: SourceItem["rejects"][number]): Mapped {
  return { sourceId, opinions: [], rejects: [reason] };
}

function opinionsOf(sourceId: string, { casebody: { opinions } }: CapCase): RawOpinion[] {
  return opinions.map(({ type, author, text: plain }, ordinal) => ({
    sourceId: `${sourceId}-${ordinal}`,
    clusterSourceId: sourceId,
    ordinal,
    type: opinionTypeOfCapType(type ?? "") ?? "combined",
    author: author ?? null,
    joinedBy: null,
    perCuriam: false,
    precedentialNote: null,
    text: { plain, kind: "cap_text", lineBreaks: "paragraph" },
  }));
}

/** West's reporter of decisions that the federal courts of appeals did not select for publication. */
const UNPUBLISHED_REPORTER = /^(?:F\.|Fed\.) ?App(?:'|\u2019)?x\.?$/iu;

/** The project scanned printed reporters: what they print is published, but for the one that prints the rest. */
function statusOf(citations: readonly ParallelCitation[]): PublishStatus {
  if (citations.length === 0) return "unknown";
  return citations.some(({ reporter }) => UNPUBLISHED_REPORTER.test(reporter)) ? "unpublished" : "published";
}

function headmatterOf(plain: string): string | null {
  const { text: cleaned } = cleanOpinion({ plain, kind: "headmatter", lineBreaks: "paragraph" }, { idPrefix: "head-" });
  return cleaned.text === "" ? null : cleaned.html;
}
