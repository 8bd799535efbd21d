import type { Reader } from "#db/connection.ts";
import { latestReportOf } from "#dockets/store/sightings.ts";
import { slugOf } from "#text/slug.ts";
import type { DocketSighting } from "#dockets/model.ts";
import type { Downloads } from "./downloads.ts";
import type { DocketView, ReportOffer } from "./model.ts";
import { hasOriginal, originalOf } from "./original.ts";
import { factsOf, lineOf } from "./sheet.ts";
import { docketViews } from "./views.ts";

/** A report as a file: what it said, in the order it said it. */
export type ReportFile = { readonly fileName: string; readonly mediaType: string; readonly text: string };

/** A download, where a docket report is held. */
export async function offerOf(db: Reader, view: DocketView, downloads: Downloads): Promise<ReportOffer | null> {
  if (view.docket.coverage.kind !== "docket_report") return null;
  const report = await latestReportOf(db, view.docket.id);
  return report === undefined
    ? null
    : {
        token: downloads.write(view.docket.id),
        fileName: fileNameOf(view, report, await hasOriginal(db, report)),
      };
}

function fileNameOf({ docket, caseName }: DocketView, { asOf }: DocketSighting, isPage: boolean): string {
  const number = slugOf(docket.docketNumber ?? caseName, 60);
  const day = asOf?.slice(0, 10).replaceAll(/[^\d-]/gu, "-");
  const name = ["docket", docket.courtId, number, ...(day === undefined ? [] : [day])].join("-");
  return `${name}.${isPage ? "html" : "txt"}`;
}

/**
 * The last docket report held of a case: the court's own page where that was kept, else what it said; undefined where
 * none is held any more.
 */
export async function reportFile(db: Reader, docketId: string): Promise<ReportFile | undefined> {
  const [view] = await docketViews(db, [docketId]);
  const report = await latestReportOf(db, docketId);
  if (view === undefined || report === undefined) return undefined;
  const original = await originalOf(db, report);
  const fileName = fileNameOf(view, report, original !== null);
  if (original !== null) return { fileName, mediaType: "text/html; charset=utf-8", text: original };
  const entries = report.entries.map((entry, ordinal) => ({
    ...entry,
    id: "",
    docketId,
    ordinal,
    toldBy: [report.kind],
  }));
  const lines = entries.map((entry, at) =>
    [lineOf(entry), ...attachmentsOf(report.entries[at]?.documents ?? [])].join("\n"),
  );
  const asOf = report.asOf === null ? "an unknown day" : report.asOf;
  const head = [
    `Docket report, as of ${asOf}`,
    "What the report said, as it was read; the page itself is the court's.",
  ];
  return {
    fileName,
    mediaType: "text/plain; charset=utf-8",
    text: [...head, "", ...factsOf(view, entries), "", ...lines, ""].join("\n"),
  };
}

function attachmentsOf(
  documents: readonly { readonly attachment: number; readonly description: string | null }[],
): string[] {
  return documents
    .filter(({ attachment }) => attachment > 0)
    .map(
      ({ attachment, description }) => `    attachment ${attachment}${description === null ? "" : `: ${description}`}`,
    );
}
