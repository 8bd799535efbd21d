import { access, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { filesInZip } from "../input/zip.ts";
import { refused, unlisted } from "./refusals.ts";
import type { Offered, ReadListing } from "./sources.ts";

const REPOSITORY = "DCCouncil/law-xml-codified";
const REFS = `https://github.com/${REPOSITORY}.git/info/refs?service=git-upload-pack`;
/** A branch for each publication: `publication/2021-10-18`, `publication/2026-05-23.2026-09-16`. */
const PUBLICATION = /refs\/heads\/(publication\/(?:\d{4}-\d{2}-\d{2}\.)?(\d{4}-\d{2}-\d{2}))(?=[\n\0])/gu;

/** The code as of the newest publication, or of one that is named by its day. */
export async function codeOfCouncil([day, ...more]: readonly string[], read: ReadListing): Promise<Offered[]> {
  const branches = [...(await read(REFS)).matchAll(PUBLICATION)]
    .map(([, branch = "", published = ""]) => ({ branch, published }))
    .toSorted((left, right) => (left.published < right.published ? -1 : 1));
  const newest = branches.at(-1);
  if (newest === undefined) throw unlisted("the Council lists no publication of the code");
  const found = day === undefined ? newest : branches.findLast(({ published }) => published === day);
  if (found === undefined || more.length > 0)
    throw refused(`there is no publication ${[day, ...more].join(" ")}`, `the newest is ${newest.published}`);
  const url = `https://codeload.github.com/${REPOSITORY}/zip/refs/heads/${found.branch}`;
  return [{ url, name: `${found.published}.zip` }];
}

const OF_THE_CODE = /^[^/]+\/(us\/dc\/council\/code\/(?:[\w() .-]+\/)*[\w() .:-]+\.xml)$/u;
const isWanted = (path: string): boolean => OF_THE_CODE.test(path) && !path.includes("..");
const FILE_BYTES_MAX = 64 * 1024 * 1024;

/** Unpacks the code of a publication into the directory of its day, which `dc-code` imports. */
export async function unpackCode(dir: string, name: string): Promise<void> {
  const day = join(dir, name.replace(/\.zip$/u, ""));
  const isThere = await access(day).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  const part = `${day}.part`;
  await rm(part, { recursive: true, force: true });
  const zip = await filesInZip(join(dir, name), { isWanted, file_bytes_max: FILE_BYTES_MAX });
  const open = zip.open(0);
  let files = 0;
  try {
    for await (const { path, bytes } of open.files) {
      const [, within = ""] = OF_THE_CODE.exec(path) ?? [];
      if (bytes === undefined) continue;
      await mkdir(dirname(join(part, within)), { recursive: true });
      await writeFile(join(part, within), bytes);
      files += 1;
    }
  } finally {
    await open.close();
  }
  if (files === 0) throw unlisted(`${name} holds no code`);
  await rename(part, day);
}
