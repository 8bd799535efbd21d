import type { Compilable, CompiledQuery } from "kysely";
import { OnpointError } from "#base/errors.ts";
import type { Reader } from "./connection.ts";

/** Longer lists come from batch work, where building the statement is little beside running it. */
const KEPT_VALUES_MAX = 100;

/**
 * A statement whose only values are one list, such as `where id in (…)`. Its text depends on nothing but the
 * database and the length of the list, so it is built and compiled once for each: for a look-up of a few rows,
 * building it anew costs three times as much as running it.
 */
export function listQuery<Row>(
  build: (db: Reader, values: readonly string[]) => Compilable<Row>,
): (db: Reader, values: readonly string[]) => Promise<Row[]> {
  const compiledByAdapter = new WeakMap<object, Map<number, CompiledQuery<Row>>>();

  return async (db, values) => {
    if (values.length === 0) return [];
    if (values.length > KEPT_VALUES_MAX) return (await db.executeQuery(build(db, values).compile())).rows;
    const { adapter } = db.getExecutor();
    const compiledByLength = compiledByAdapter.get(adapter) ?? new Map<number, CompiledQuery<Row>>();
    compiledByAdapter.set(adapter, compiledByLength);
    let compiled = compiledByLength.get(values.length);
    if (compiled === undefined) {
      compiled = build(db, values).compile();
      requireOnlyTheList(compiled.parameters, values);
      compiledByLength.set(values.length, compiled);
    }
    return (await db.executeQuery<Row>({ ...compiled, parameters: values })).rows;
  };
}

function requireOnlyTheList(parameters: readonly unknown[], values: readonly string[]): void {
  if (parameters.length === values.length && parameters.every((parameter, index) => parameter === values[index]))
    return;
  throw new OnpointError("internal", "a list query takes values besides its list");
}
