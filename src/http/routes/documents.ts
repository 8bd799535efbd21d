import { once } from "#base/once.ts";
import type { HttpConfig } from "../config.ts";
import type { AppContext } from "../context.ts";
import { documentFinder } from "../documents/find-documents.ts";
import { readDocuments } from "../documents/read-documents.ts";
import { requirePage } from "../page-wanted.ts";
import { documentPage, documentsPage, foundDocumentsPage } from "../pages/document-pages.ts";
import type { DocumentFrame } from "../pages/document-pages.ts";
import { HttpProblem } from "../problem.ts";
import { respond } from "../respond.ts";
import type { Route } from "./route.ts";

const HTML = "text/html; charset=utf-8";
const FOUND_MAX = 30;
const QUERY_CHARS_MAX = 200;

/** The documentation that the program brings along: a page each, all of them by folder, and a search over them. */
export function documentRoutes(config: HttpConfig): readonly Route[] {
  const documents = once(() => readDocuments());
  const find = once(() => documentFinder(documents().all));
  const guide: Route = {
    method: "get",
    path: "/docs/guide",
    handle: async (c) => {
      requirePage(c, config);
      c.header("Cache-Control", "no-store");
      const query = (c.req.query("q") ?? "").trim().slice(0, QUERY_CHARS_MAX);
      const { all } = documents();
      const page =
        query === ""
          ? documentsPage(all, undefined, frame(c, "../"))
          : foundDocumentsPage({ query, found: find()(query, FOUND_MAX) }, all, frame(c, "../"));
      return respond(c, HTML, page);
    },
  };
  const page: Route = {
    method: "get",
    path: "/docs/:path{.+}",
    handle: async (c) => {
      const path = c.req.param("path") ?? "";
      const picture = config.pages === "off" ? undefined : documents().picture(path);
      if (picture !== undefined) {
        c.header("Cache-Control", "public, max-age=3600");
        return respond(c, "image/png", picture);
      }
      requirePage(c, config);
      c.header("Cache-Control", "no-store");
      const root = "../".repeat(path.split("/").length);
      const { all, page: pageAt } = documents();
      const named = path.replace(/\.md$/u, "");
      const document = pageAt(named);
      if (document !== undefined && named !== path) return c.redirect(`${root}docs/${named}`, 308);
      if (document !== undefined) return respond(c, HTML, documentPage(document, all, frame(c, root)));
      if (all.some(({ folder }) => folder === path)) return respond(c, HTML, documentsPage(all, path, frame(c, root)));
      throw new HttpProblem("not_found", "no page of the documentation has this address", {
        hint: "open /docs/guide for the list of pages and a search over them",
      });
    },
  };
  return [guide, page];
}

function frame(c: AppContext, root: string): DocumentFrame {
  return { root, isSignedIn: c.get("principal").kind === "user" };
}
