import { DatabaseSync } from "node:sqlite";

/**
 * Given to a program by `node --import`: a body `{"hold":"script"}` holds the event loop for ever while it is read, in
 * JavaScript, where it can be interrupted; `{"hold":"script 3000"}` for three seconds; `{"hold":"statement"}` in a
 * statement of SQLite, where it cannot.
 */
const HOLD = /"hold":"(?<how>script|statement)(?: (?<held_ms>\d+))?"/u;
const ENDLESS = "WITH RECURSIVE one(n) AS (SELECT 1 UNION ALL SELECT n FROM one) SELECT count(*) FROM one";
const parse = JSON.parse;

JSON.parse = function holdTheLoop(text: string, ...rest: []): unknown {
  const { how, held_ms = Infinity } = HOLD.exec(text)?.groups ?? {};
  const until_ms = Date.now() + Number(held_ms);
  if (how === "script") while (Date.now() < until_ms);
  if (how === "statement") new DatabaseSync(":memory:").prepare(ENDLESS).get();
  return parse(text, ...rest) as unknown;
};
