import type { SegmentPart } from "#index/embedded/segment/part.ts";
import { Columns, ColumnsWriter } from "./columns.ts";

/** Lengths, ids and the values that filters and facets read. */
export const COLUMNS: SegmentPart<Columns, "cols", never> = {
  resident: ["cols"],
  paged: [],
  gatherer: (layout) => {
    let columns = new ColumnsWriter(layout);
    return {
      words: 0,
      add: ({ document }) => columns.add(document),
      write: (making) => making.resident("cols", columns.parts(making.lengths)),
      clear: () => (columns = new ColumnsWriter(layout)),
    };
  },
  open: ({ resident }, layout) => new Columns(resident.cols, layout),
  merge: (sources, making) => {
    const columns = new ColumnsWriter(making.layout);
    for (const { opened, numbers } of sources) columns.copy(opened, (document) => (numbers[document] as number) >= 0);
    making.resident("cols", columns.parts(making.lengths));
  },
  verify: ({ documents }, { info, fail }) => {
    if (documents !== info.documents) fail("cols", "its number of documents does not fit");
    return {};
  },
};
