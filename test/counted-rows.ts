import type { KyselyPlugin } from "kysely";
import type { Db, Reader } from "#db/connection.ts";

/** The records, with a note of every statement's rows, and of those it has written. */
export function counted(db: Db): { readonly reader: Reader; readonly rows: number[]; readonly written: number[] } {
  const rows: number[] = [];
  const written: number[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rows.push(result.rows.length);
      written.push(Number(result.numAffectedRows ?? 0));
      return result;
    },
  };
  return { reader: db.withPlugin(plugin), rows, written };
}
