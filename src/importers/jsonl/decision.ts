import { z } from "zod";
import { parallelCitation } from "#opinions/parallel-citation.ts";
import { cleanOpinion } from "#opinions/clean/clean-opinion.ts";
import { caseNameOf, cleanCaption } from "#opinions/derive/case-name.ts";
import { OPINION_TYPES, PUBLISH_STATUSES } from "#opinions/model.ts";
import type { ClusterDraft } from "#opinions/model.ts";
import { courtOf } from "../court-of.ts";
import { filedDate } from "../filed-date.ts";
import type { RawOpinion, RejectReason, SourceItem } from "../source.ts";
import { schemaReject } from "../validation.ts";

const words = z.string().trim().min(1);

const opinion = z
  .strictObject({
    /** Unique within the decision; its place in the list when left out. */
    id: words.max(200).optional(),
    type: z.enum(OPINION_TYPES),
    author: words.nullish(),
    joined_by: words.nullish(),
    per_curiam: z.boolean().optional(),
    precedential_note: words.nullish(),
    html: words.optional(),
    text: words.optional(),
  })
  .refine(({ html, text }) => (html === undefined) !== (text === undefined), "exactly one of html and text is wanted");

const citation = words.refine(
  (text) => parallelCitation(text) !== undefined,
  "a citation is volume, reporter and page",
);

/** One decision of the format of docs/operating/import-jsonl.md. */
const decisionSchema = z.strictObject({
  id: words.max(200),
  court: words,
  date_filed: z.string().nullish(),
  date_precision: z.enum(["day", "approximate"]).optional(),
  case_name: words,
  caption: words.optional(),
  docket_number: words.nullish(),
  publish_status: z.enum(PUBLISH_STATUSES).optional(),
  judges: z.array(words).optional(),
  citations: z.array(citation).optional(),
  headmatter_html: words.nullish(),
  opinions: z.array(opinion).min(1),
});
type Parsed = z.output<typeof decisionSchema>;

type Mapped = Pick<SourceItem, "sourceId" | "cluster" | "opinions" | "rejects" | "told">;

/** A decision and its opinions from one object. */
export function mapDecision(source: string, value: unknown): Mapped {
  const parsed = decisionSchema.safeParse(value);
  if (!parsed.success) {
    const named = z.object({ id: z.string() }).safeParse(value);
    const sourceId = named.success ? named.data.id : null;
    return left(sourceId, schemaReject(parsed.error, "the format is described in docs/operating/import-jsonl.md"));
  }
  const given = parsed.data;
  const filed = filedDate(given.date_filed ?? null, given.date_precision === "approximate");
  if (filed === undefined) {
    return left(given.id, {
      reason: "bad_date",
      message: `date_filed is "${given.date_filed ?? ""}"`,
      hint: "a date is YYYY-MM-DD, YYYY-MM or YYYY",
    });
  }
  const court = courtOf(given.court, { name: given.court, date: filed.date ?? undefined });
  if ("reject" in court) return left(given.id, court.reject);
  const repeated = repeatedId(given.opinions.map(opinionKey));
  if (repeated !== undefined) {
    return left(given.id, {
      reason: "repeated_id",
      message: `two opinions have the id "${repeated}"`,
      hint: "ids are unique within the decision",
    });
  }
  const caption = cleanCaption(given.caption ?? given.case_name);
  const cluster: ClusterDraft = {
    source,
    sourceId: given.id,
    case: {
      sourceId: given.id,
      docketNumber: given.docket_number ?? null,
      caption,
      dateFiled: null,
      dateTerminated: null,
    },
    courtId: court.courtId,
    // The writer of this format has given the name to go by; it is not judged as other sources' short titles are.
    caseName: cleanCaption(given.case_name) || caseNameOf(caption, null),
    filed,
    publishStatus: given.publish_status ?? "unknown",
    judges: given.judges ?? [],
    citations: (given.citations ?? []).flatMap((text) => parallelCitation(text) ?? []),
    headmatterHtml: headmatterOf(given.headmatter_html ?? ""),
  };
  return { sourceId: given.id, cluster, opinions: opinionsOf(given), rejects: [], told: court.told };
}

function left(sourceId: string | null, reason: RejectReason): Mapped {
  return { sourceId, opinions: [], rejects: [reason] };
}

function opinionKey({ id }: Parsed["opinions"][number], ordinal: number): string {
  return id ?? String(ordinal);
}

function repeatedId(ids: readonly string[]): string | undefined {
  return ids.find((id, index) => ids.indexOf(id) !== index);
}

function opinionsOf(given: Parsed): RawOpinion[] {
  return given.opinions.map((one, ordinal) => ({
    sourceId: `${given.id}/${opinionKey(one, ordinal)}`,
    clusterSourceId: given.id,
    ordinal,
    type: one.type,
    author: one.author ?? null,
    joinedBy: one.joined_by ?? null,
    perCuriam: one.per_curiam ?? false,
    precedentialNote: one.precedential_note ?? null,
    text: one.html === undefined ? { plain: one.text ?? "", kind: "text" } : { html: one.html, kind: "html" },
  }));
}

function headmatterOf(html: string): string | null {
  const { text } = cleanOpinion({ html, kind: "headmatter" }, { idPrefix: "head-" });
  return text.text === "" ? null : text.html;
}
