import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { documentHtml } from "./markdown.ts";
import type { Heading } from "./markdown.ts";

/** A page of the documentation that the program brings along. */
export type Document = {
  /** Under `/docs/`, without the ending: `api/query-language`. */
  readonly path: string;
  /** `api`, or the empty string for a page that is in no folder. */
  readonly folder: string;
  readonly title: string;
  /** The body in HTML; what stood in it as HTML has been escaped. */
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly DocumentSection[];
};

/** A heading and the plain text below it, up to the next heading. */
export type DocumentSection = { readonly heading: Heading; readonly text: string };

export type Documents = {
  readonly all: readonly Document[];
  /** A page by its path; undefined where there is none. */
  readonly page: (path: string) => Document | undefined;
  /** A picture by its path; undefined where there is none. */
  readonly picture: (path: string) => Buffer<ArrayBuffer> | undefined;
};

const ROOT = new URL("../../../docs/", import.meta.url);

/**
 * Reads every page under `docs/`. Nothing else of the disk is ever served: a path is looked up among those that were
 * found here, and opens no file.
 */
export function readDocuments(root: URL = ROOT): Documents {
  const files = existsSync(root) ? readdirSync(root, { recursive: true, encoding: "utf8" }) : [];
  const names = files.map((name) => name.replaceAll("\\", "/"));
  const sources = names.filter((name) => name.endsWith(".md")).toSorted();
  const known = new Set(names);
  const all = sources.map((source): Document => {
    const path = source.slice(0, -".md".length);
    const read = documentHtml(readFileSync(new URL(source, root), "utf8"), source, known);
    return {
      path,
      folder: path.includes("/") ? path.slice(0, path.indexOf("/")) : "",
      title: read.sections[0]?.heading.text ?? basename(path),
      ...read,
    };
  });
  const pages = new Map(all.map((one) => [one.path, one]));
  const pictures = new Map(
    names.filter((name) => name.endsWith(".png")).map((name) => [name, readFileSync(new URL(name, root))]),
  );
  return { all, page: (path) => pages.get(path), picture: (path) => pictures.get(path) };
}
