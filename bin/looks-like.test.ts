import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { zipOf } from "#test/zip-files.ts";
import { whatTheyLookLike } from "./looks-like.ts";

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

test.each<[name: string, content: Buffer | string, words: string]>([
  ["code.dat", zipOf([{ name: "a.xml", content: Buffer.from("<a/>") }]), "looks like a zip archive: uslm, ecfr"],
  ["brief.pdf", "%PDF-1.7\n", "looks like a PDF file: pacer and trial-filings"],
  [
    "rows.jsonl",
    gzipSync("{}"),
    "looks like a gzip file: files that are compressed with gzip are read when their name",
  ],
  ["rows.jsonl", zstdCompressSync("{}"), "looks like a Zstandard file"],
  ["rows.csv", "BZh91AY&SY", "looks like a bzip2 file"],
  ["page.html", "\n<!DOCTYPE html><html>", "looks like a page of HTML: check that it is the file you meant"],
  ["bom.html", Buffer.from("\ufeff<html>"), "looks like a page of HTML"],
  ["usc70.xml", `${XML}<uscDoc identifier="/us/usc/t70">`, "looks like a code in USLM: onpoint import uslm."],
  ["part.xml", `${XML}<!-- of the year --><CFRGRANULE>`, "looks like a part of the Code of Federal Regulations"],
  ["docket.xml", "<gov_uscourts_docket>", "looks like a docket of the public archive: onpoint import recap."],
  ["any.xml", `${XML}<a/>`, "looks like a file of XML"],
  ["any.json", '[{"id":1}]', "looks like a file of JSON"],
  ["records.sqlite", "SQLite format 3\0", "looks like a SQLite database"],
  ["clusters.csv", "id,date_created,date_modified", "looks like a table of CourtListener's bulk data"],
  ["none.jsonl", "", "is empty."],
])("%s is told by how it begins", async (name, content, words) => {
  const path = join(await mkdtemp(join(tmpdir(), "onpoint-looks-")), name);
  await writeFile(path, content);
  expect(await whatTheyLookLike([path], "sample")).toEqual([expect.stringContaining(`${name} ${words}`)]);
});

test("of a kind that the source reads nothing is said", async () => {
  const path = join(await mkdtemp(join(tmpdir(), "onpoint-looks-")), "rows.jsonl");
  await writeFile(path, "{}");
  expect(await whatTheyLookLike([path], "jsonl")).toEqual([]);
  expect(await whatTheyLookLike([path], "uslm")).toHaveLength(1);
});

test("of plain text, of directories and of what is not there nothing is said", async () => {
  const directory = await mkdtemp(join(tmpdir(), "onpoint-looks-"));
  const path = join(directory, "a.txt");
  await writeFile(path, "Dear Sir or Madam");
  expect(await whatTheyLookLike([path, directory, join(directory, "none")], "dc-code")).toEqual([]);
});
