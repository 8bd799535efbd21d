import type { KyselyPlugin } from "kysely";
import type { Db, Reader } from "#db/connection.ts";

/** The records, with a note of every statement's rows. */
export function counted(db: Db): { readonly reader: Reader; readonly rows: number[] } {
  const rows: number[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rows.push(result.rows.length);
      return result;
    },
  };
  return { reader: db.withPlugin(plugin), rows };
}
