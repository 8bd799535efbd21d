import type { ToolExample } from "#contracts/tool-examples.ts";
import { OnpointError } from "#base/errors.ts";
import type { Analyst } from "#research/analyst.ts";
import { STORED_ALONE } from "#research/dockets/retrieval.ts";
import type { Unfetched } from "#research/dockets/retrieval.ts";
import { startServer } from "../real-server.ts";
import type { RealServer } from "../real-server.ts";

const NO_READER: Analyst = {
  analyse: async () => {
    throw new OnpointError("unavailable", "the language model does not answer");
  },
};

function unfetched(outcome: Unfetched["outcome"], message: string, code: string) {
  return async (): Promise<Unfetched> => ({ outcome, notes: [{ message, reason: { code } }] });
}

/** A server in which what an example says is the matter, is. */
export async function serviceWhere(trouble: NonNullable<ToolExample["where"]>): Promise<RealServer> {
  if (trouble === "reader fails") return startServer({}, { at: { analyst: NO_READER } });
  const fetch =
    trouble === "records fail"
      ? unfetched("failed", "the official court records system did not answer in time", "unavailable")
      : unfetched("refused", "this may bring the month's charges over the cap of $25.00", "over_cap");
  return startServer({}, { at: { retrievalOf: () => ({ ...STORED_ALONE, docket: fetch, filing: fetch }) } });
}
