import { TEXT_COLUMNS } from "#opinions/clean/text-columns.ts";
import { opinionTypeOfCode } from "#opinions/derive/opinion-type.ts";
import type { RawOpinion, RejectReason } from "../source.ts";
import type { Cell } from "./table.ts";

export const OPINION_COLUMNS_REQUIRED = ["id", "cluster_id", "type"] as const;

/** A type code begins with its place in the decision: `020lead`, `040dissent`. */
const PLACE = /^\d{3}/u;
const PLACE_UNKNOWN = 999;

export type MappedOpinion = { readonly raw: RawOpinion } | { readonly reject: RejectReason };

/** An opinion as its row has it; only the text columns that hold something are read. */
export function mapOpinion(cell: Cell): MappedOpinion {
  const sourceId = cell("id");
  const clusterSourceId = cell("cluster_id");
  if (sourceId === null || clusterSourceId === null) {
    return {
      reject: {
        reason: "no_id",
        message: "the opinion has no id or names no decision",
        hint: "id and cluster_id are never empty in the bulk files",
      },
    };
  }
  const columns = Object.fromEntries(
    TEXT_COLUMNS.flatMap((name) => {
      const text = cell(name);
      return text === null ? [] : [[name, text]];
    }),
  );
  const type = cell("type") ?? "";
  return {
    raw: {
      sourceId,
      clusterSourceId,
      ordinal: Number(PLACE.exec(type)?.[0] ?? PLACE_UNKNOWN),
      // A code made after this was written is better kept as part of a whole than lost.
      type: opinionTypeOfCode(type) ?? "combined",
      author: cell("author_str"),
      joinedBy: cell("joined_by_str"),
      perCuriam: cell("per_curiam") === "t",
      precedentialNote: null,
      text: { columns },
    },
  };
}
