import { VISITOR } from "#accounts/principal.ts";
import type { Principal } from "#accounts/principal.ts";
import { OnpointError } from "#base/errors.ts";
import { addressesOf } from "#research/address.ts";
import type { LawAnswer, LawFound } from "#research/laws/get.ts";
import type { HttpConfig } from "../config.ts";
import { timed } from "../context.ts";
import { pageIn } from "../parameters.ts";
import { lawPage } from "../pages/law-page.ts";
import { HttpProblem } from "../problem.ts";
import { respond } from "../respond.ts";
import type { Services } from "../services.ts";
import type { Route } from "./route.ts";

export const LAW_ADDRESS = "/laws/:collection/:path";

const HTML = "text/html; charset=utf-8";
const CITERS_ON_PAGE = 10;
/** As they are from the page of a law, under whatever name a browser knows this service. */
const ADDRESSES = addressesOf("../..");

/** Addresses of old versions are given out to be opened, so where pages are open they are too. */
export const READER: Principal = { ...VISITOR, scopes: ["historical"] };

/** The public page of a law: the version in force, or the one that the address names. */
export function lawPageRoute({ research }: Services, { pages, baseUrl }: Pick<HttpConfig, "pages" | "baseUrl">): Route {
  return {
    method: "get",
    path: LAW_ADDRESS,
    handle: async (c) => {
      const { collection = "", path = "" } = c.req.param();
      const version = c.req.query("version");
      const found = await research.laws
        .get(
          READER,
          version === undefined
            ? { named: { by: "path", given: path }, collection, includeHistorical: true }
            : { named: { by: "id", given: version }, includeHistorical: false },
        )
        .then(async (answer) => firstOf(answer, research))
        .catch(refused);
      if (found.status !== "found" || found.law.collection.id !== collection) return notFound(undefined);
      c.header("Cache-Control", "public, max-age=300");
      const { law } = found;
      const page = pageIn(c.req.query("cited-by"));
      const [around, named, citers] = await Promise.all([
        timed(c, "tree", async () => research.laws.around(READER, law)),
        timed(c, "sections", async () => research.laws.sectionsNamed(READER, law, found.text.html)),
        timed(c, "citing", async () =>
          research.laws.citing(READER, { named: { by: "id", given: law.version.id }, page, pageSize: CITERS_ON_PAGE }),
        ),
      ]);
      const isSearched = pages !== "off";
      return respond(
        c,
        HTML,
        lawPage({
          found,
          around,
          citers,
          named,
          addresses: ADDRESSES,
          isSearched,
          canonical: canonicalOf(found, baseUrl),
        }),
      );
    },
  };
}

/** What search engines know it by; a version that is not law today has none. */
function canonicalOf({ law }: LawFound, baseUrl: string): string | undefined {
  return law.standing.isCurrent ? addressesOf(baseUrl).law(law) : undefined;
}

/** Of several that have stood at a path, none of them in force, the first is shown. */
async function firstOf(answer: LawAnswer, { laws }: Services["research"]): Promise<LawAnswer> {
  if (answer.status !== "ambiguous") return answer;
  const id = answer.matches[0]?.version.id ?? "";
  return laws.get(READER, { named: { by: "id", given: id }, includeHistorical: false });
}

/** A path or an id that is none, a collection that is not held. */
function refused(thrown: unknown): never {
  if (thrown instanceof OnpointError && thrown.code === "invalid_input") notFound(thrown);
  throw thrown;
}

function notFound(cause: unknown): never {
  throw new HttpProblem("not_found", "no law has this address", { cause });
}
