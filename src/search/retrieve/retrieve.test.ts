import { expect, test } from "vitest";

import { CANDIDATES, windowFor } from "./retrieve.ts";

const third = { page: 3, pageSize: 20, rerank: false };

test("one list that stays in its order is asked for the page alone", () => {
  expect(windowFor(third, 1)).toEqual({ offset: 40, limit: 20 });
});

test("several lists, and one put into another order, are read from their tops to the end of the page", () => {
  expect(windowFor(third, 2)).toEqual({ offset: 0, limit: CANDIDATES });
  expect(windowFor({ ...third, rerank: true }, 1)).toEqual({ offset: 0, limit: CANDIDATES });
  expect(windowFor({ ...third, page: 9 }, 2)).toEqual({ offset: 0, limit: 180 });
});
