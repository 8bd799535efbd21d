import { OffsetMap } from "#opinions/clean/offset-map.ts";
import type { OpinionRecord } from "#opinions/store/record.ts";
import type { SectionKind, SourcePart } from "../analyst.ts";

/** An opinion as a part of what is read. */
export function partOf(record: OpinionRecord): SourcePart {
  const { id, author, content } = record;
  const kind = sectionOf(record);
  return {
    id,
    text: content?.text ?? "",
    section: kind === null ? null : { kind, author },
    url: null,
    pages: pagesOf(record),
  };
}

/** Null where the record does not say who speaks: a combined text holds all opinions. */
function sectionOf({ type, perCuriam }: OpinionRecord): SectionKind | null {
  if (type === "dissent") return "dissent";
  if (type === "concurrence") return "concurrence";
  if (type === "concurrence_in_part") return "concurrence_dissent";
  if (perCuriam) return "per_curiam";
  return type === "lead" ? "majority" : null;
}

const PAGE = /<svc-ps label="([^"]{1,20})"/gu;

function pagesOf({ content }: OpinionRecord): SourcePart["pages"] {
  if (content === undefined || content.offsetMap.length === 0) return [];
  const map = new OffsetMap(content.offsetMap);
  return [...content.html.matchAll(PAGE)].map(({ index, 1: label = "" }) => ({ at: map.textOffsetOf(index), label }));
}
