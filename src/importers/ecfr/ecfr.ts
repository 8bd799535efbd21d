import { US_CFR } from "../laws/federal-collections.ts";
import type { LawContext, PreparedLaws } from "../laws/law-item.ts";
import { documentPart, headOf, wholePathOf, xmlFilesAt } from "../laws/xml-files.ts";
import type { DocumentReader, XmlFile } from "../laws/xml-files.ts";
import { EREGS_READER } from "./eregs.ts";
import { dayOfHead, printedReader } from "./printed.ts";

const HEAD_CHARS = 16 * 1024;

/**
 * Parts of the Code of Federal Regulations (docs/operating/import-laws.md): in the XML of eRegs, a file for each version
 * of a part, in the order of the days on which they take effect; in the Government Publishing Office's own, annual or
 * of the eCFR, in the order of editions. Notices of amendment are passed over.
 */
export async function prepareEcfr({ paths, edition }: LawContext): Promise<PreparedLaws> {
  const files: { readonly file: XmlFile; readonly when: string; readonly reader: DocumentReader }[] = [];
  const printed = printedReader(edition);
  let passed = 0;
  for (const file of await xmlFilesAt(paths)) {
    const head = await headOf(file, HEAD_CHARS);
    if (/<notice[\s>]/u.test(head)) passed += 1;
    else if (/<(?:CFRGRANULE|CFRDOC|DLPSTEXTCLASS|ECFR)[\s>]/u.test(head)) {
      files.push({ file, when: dayOfHead(head, wholePathOf(file)) ?? edition ?? "", reader: printed });
    } else files.push({ file, when: whenOf(head), reader: EREGS_READER });
  }
  const ordered = files.toSorted((left, right) => (left.when < right.when ? -1 : 1));
  const parts = await Promise.all(ordered.map(async ({ file, reader }) => documentPart(file, reader, US_CFR)));
  const notes = passed === 0 ? [] : [`${passed} notices of amendment are passed over: the versions hold them`];
  return { source: "ecfr", parts, notes, finish: async () => undefined, close: async () => undefined };
}

/** The day it takes effect, the day it was published, its number: versions of one day come in the order published. */
function whenOf(head: string): string {
  const effective = /<effectiveDate>([^<]*)</u.exec(head)?.[1] ?? "";
  const published = /\/documents\/(\d{4}\/\d{2}\/\d{2})\//u.exec(head)?.[1] ?? "";
  const number = /<documentNumber>([^<]*)</u.exec(head)?.[1] ?? "";
  return `${effective} ${published} ${number}`;
}
