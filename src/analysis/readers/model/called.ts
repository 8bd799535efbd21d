import type { Source } from "#analysis/model.ts";

const CALLED: Readonly<Record<Source["kind"], string>> = {
  opinion: "opinion",
  law: "provision",
  docket: "docket",
  filing: "filing",
};

/** A document as it is called in a sentence. */
export function sourceCalled({ kind }: Pick<Source, "kind">): string {
  return CALLED[kind];
}
