import { existsSync, readdirSync, readFileSync } from "node:fs";

/** A call of a tool and what it answers, as `examples/<tool>/<name>.json` of a contract states them. */
export type ToolExample = {
  readonly tool: string;
  readonly name: string;
  readonly summary: string;
  readonly arguments: Record<string, unknown>;
  /** The caller may see the history of laws. */
  readonly seesHistory?: true;
  /**
   * What is the matter with the service: nobody can read sources just now, the records it asks fail, or refuse to sell.
   */
  readonly where?: "reader fails" | "records fail" | "records refuse";
  /** What the JSON of the answer says. */
  readonly result?: Readonly<Record<string, unknown>>;
  /** The text of an answer that is marked as an error. */
  readonly error?: string;
};

/** Every example of a contract, by tool and name. */
export function readToolExamples(contractName: string): readonly ToolExample[] {
  const folder = new URL(`./${contractName}/examples/`, import.meta.url);
  const tools = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  return tools.flatMap((tool) =>
    readdirSync(new URL(`${tool}/`, folder))
      .toSorted()
      .map((file) => {
        const content = JSON.parse(readFileSync(new URL(`${tool}/${file}`, folder), "utf8")) as ToolExample;
        return { ...content, tool, name: file.slice(0, -".json".length) };
      }),
  );
}
