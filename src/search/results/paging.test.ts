import { expect, test } from "vitest";

import { onPage, paginationOf, pastTheEndNote } from "./paging.ts";

const hits = Array.from({ length: 45 }, (_, rank) => ({ id: String(rank), score: 1, source: "keyword" as const }));

test("a page is the same of a whole ranking and of a stretch of it", () => {
  const third = { page: 3, pageSize: 20 };
  const whole = onPage(third, { hits, offset: 0 }).map(({ id }) => id);
  expect(whole).toEqual(["40", "41", "42", "43", "44"]);
  expect(onPage(third, { hits: hits.slice(40), offset: 40 }).map(({ id }) => id)).toEqual(whole);
  expect(onPage({ page: 4, pageSize: 20 }, { hits, offset: 0 })).toEqual([]);
});

test.each([
  [{ page: 1, pageSize: 20 }, 0, { totalPages: 0, hasNext: false, hasPrev: false }, []],
  [{ page: 2, pageSize: 20 }, 0, { totalPages: 0, hasNext: false, hasPrev: false }, []],
  [{ page: 1, pageSize: 20 }, 20, { totalPages: 1, hasNext: false, hasPrev: false }, []],
  [{ page: 1, pageSize: 20 }, 21, { totalPages: 2, hasNext: true, hasPrev: false }, []],
  [{ page: 2, pageSize: 20 }, 41, { totalPages: 3, hasNext: true, hasPrev: true }, []],
  [
    { page: 9, pageSize: 20 },
    41,
    { totalPages: 3, hasNext: false, hasPrev: true },
    ["Page 9 is past the last one, 3."],
  ],
] as const)("%o of %i results", (page, total, expected, notes) => {
  const pagination = paginationOf(page, total);
  expect(pagination).toEqual({ ...page, totalResults: total, ...expected });
  expect(pastTheEndNote(pagination)).toEqual(notes);
});
