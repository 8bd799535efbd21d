import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";

const DECISION = {
  id: "1",
  court: "nysd",
  case_name: "Marlow v. Denby",
  opinions: [{ type: "lead", text: "Denied." }],
};

const FILES: Readonly<Record<string, string | Buffer>> = {
  "page.html": "<!DOCTYPE html>\n<html><head><title>Downloads</title></head><body><p>Pick a file.</p></body></html>\n",
  "empty.jsonl": "",
  "empty.txt": "",
  "bad.jsonl": "{not json\n",
  "good.jsonl": `${JSON.stringify(DECISION)}\n`,
  "letter.pdf": "%PDF-1.7 and nothing more",
  "letter.doc": Buffer.from("d0cf11e0a1b11ae1000000000000000000000000", "hex"),
  "brief.txt": "The duty is settled. Ambrose v. Northgate Markets, Inc., 33 Samp. 2d 271 (Cal. Ct. App. 1993).\n",
  "binary.bin": Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * 7_919) % 256)),
  "a-file": "a file",
  "laws.xml": '<?xml version="1.0"?><uscDoc xmlns="http://xml.house.gov/schemas/uslm/1.0"></uscDoc>',
  "archive.zip": Buffer.concat([Buffer.from("504b0506", "hex"), Buffer.alloc(18)]),
  "damaged.zip": "PK\u0003\u0004 and nothing more",
  "damaged.bz2": "BZh9 and nothing more",
  "damaged.gz": gzipSync('{"id": 1}\n'.repeat(1_000)).subarray(0, 30),
  "colon.env": "port: 8080\n",
  "short.env": "# the port\nPORT=8080\n",
  "misspelt.env": "ONPOINT_PROT=8080\n",
  "directory-with-a-file/a-file": "a file",
  "damaged-backup/manifest.json": "{",
  "garbage/records.sqlite": "this is not a database, only words. ".repeat(200),
  "mirror/www.govinfo.gov/bulkdata/ECFR/title-12/ECFR-title12.xml": "<ECFR/>",
  "mirror/static.case.law/us/VolumesMetadata.json": '[{"volume_number": "1"}]',
};

/** Data directories in which somebody is at work, and at what. */
const AT_WORK = { served: "server", importing: "import", training: "training", indexing: "index" } as const;

/** Makes what the command lines of the table stumble over. `leave` ends the work of the others. */
export function makeWorld(root: string): { readonly leave: () => void } {
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  for (const name of ["directory", "foreign", ...Object.keys(AT_WORK)]) mkdirSync(join(root, name));
  const foreign = new DatabaseSync(join(root, "foreign/records.sqlite"));
  foreign.exec("create table photos (id integer primary key, name text)");
  foreign.close();
  const locks = Object.entries(AT_WORK).map(([directory, purpose]) => {
    const lock = new DatabaseSync(join(root, directory, `${purpose}.lock`));
    lock.exec("begin exclusive");
    const holder = { pid: process.pid, since: new Date().toISOString(), isReady: true };
    writeFileSync(join(root, directory, `${purpose}.pid`), JSON.stringify(holder));
    return lock;
  });
  return { leave: () => locks.forEach((lock) => lock.close()) };
}

/** As a later program would leave the records of this data directory. */
export function madeByNewer(dataDir: string): void {
  const records = new DatabaseSync(join(dataDir, "records.sqlite"));
  records.exec("insert into kysely_migration values ('9999_of_a_later_program', '2030-01-01')");
  records.close();
}
