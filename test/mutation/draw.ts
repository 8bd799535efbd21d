import { createHash } from "node:crypto";

import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";

/** The parts of a mutant that stay the same from run to run. */
export type Drawable = {
  readonly fileName: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
  readonly mutatorName: string;
  readonly replacement?: string | undefined;
};

/** Whether chance takes a mutant: the same for the same seed, `share` of them on average. */
export function isDrawn(mutant: Drawable, seed: string, share: number): boolean {
  const { line, column } = mutant.location.start;
  const text = [seed, mutant.fileName, line, column, mutant.mutatorName, mutant.replacement].join("\n");
  return createHash("sha256").update(text).digest().readUInt32BE() / 2 ** 32 < share;
}

/** As the figures of a run name it: their lines and columns count from 1. */
function keyOf({ fileName, location: { start }, mutatorName, replacement }: Drawable): string {
  return [`${fileName}:${start.line + 1}:${start.column + 1}`, mutatorName, replacement].join("\n");
}

/** Stryker tests every mutant it makes; a checker can refuse some before they cost anything. */
class DrawChecker {
  async init(): Promise<void> {}

  async check(mutants: readonly (Drawable & { readonly id: string })[]): Promise<Record<string, unknown>> {
    const seed = process.env["MUTATION_SEED"] ?? "1";
    const share = Number(process.env["MUTATION_SHARE"] ?? "1");
    const asked = process.env["MUTATION_ONLY"];
    const only = asked === undefined ? undefined : new Set(JSON.parse(asked) as string[]);
    return Object.fromEntries(
      mutants.map((mutant) => {
        const fileName = mutant.fileName.replace(/^.*?\/(?=src\/)/u, "");
        const drawn =
          isDrawn({ ...mutant, fileName }, seed, share) && only?.has(keyOf({ ...mutant, fileName })) !== false;
        return [mutant.id, drawn ? { status: "passed" } : { status: "compileError", reason: "not drawn" }];
      }),
    );
  }

  async group(mutants: readonly { readonly id: string }[]): Promise<string[][]> {
    return [mutants.map(({ id }) => id)];
  }
}

export const strykerPlugins: unknown[] = [declareClassPlugin(PluginKind.Checker, "draw", DrawChecker as never)];
