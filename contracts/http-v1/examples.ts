import { readdirSync, readFileSync } from "node:fs";

/** A request and its answer, as a file in `examples/<operation id>/<name>.json` states them. */
export type Example = {
  readonly operationId: string;
  readonly name: string;
  readonly summary: string;
  /** The body sent; absent for an operation without a body. */
  readonly request?: unknown;
  readonly status: number;
  readonly response: unknown;
};

const FOLDER = new URL("./examples/", import.meta.url);

/** Every example, by operation and name. */
export function readExamples(): readonly Example[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((folder) =>
      readdirSync(new URL(`${folder.name}/`, FOLDER))
        .filter((file) => file.endsWith(".json"))
        .toSorted()
        .map((file) => readExample(folder.name, file)),
    );
}

function readExample(operationId: string, file: string): Example {
  const content = JSON.parse(readFileSync(new URL(`${operationId}/${file}`, FOLDER), "utf8")) as Omit<
    Example,
    "operationId" | "name"
  >;
  return { operationId, name: file.slice(0, -".json".length), ...content };
}
