/** A way in which some courts write their numbers, with what spellings of one number share. All letters are lower case. */
type DocketForm = { readonly of: string; readonly pattern: RegExp; readonly key: (parts: readonly string[]) => string };

const plain = (digits = ""): string => digits.replace(/^0+(?=\d)/u, "");

/** The first form that fits decides. What fits none is read as the letters and digits that it has. */
const FORMS: readonly DocketForm[] = [
  {
    // `A-1234-19T2`: the part that hears the appeal is no part of the number.
    of: "New Jersey, Appellate Division",
    pattern: /^a-(\d{1,6})-(\d{2})(?:t\d)?$/u,
    key: ([serial, year]) => `a-${plain(serial)}-${plain(year)}`,
  },
  {
    // `01-19-00123-CV`: court, year and serial; civil and criminal appeals are numbered together.
    of: "Texas, courts of appeals",
    pattern: /^(\d{1,2})-(\d{2})-(\d{5})-c[vr]$/u,
    key: ([court, year, serial]) => `${plain(court)}-${plain(year)}-${plain(serial)}`,
  },
  {
    // `12918-3-II`: the last is the division.
    of: "Washington, Court of Appeals",
    pattern: /^(\d{4,6})-(\d)-i{1,3}$/u,
    key: ([serial, check]) => `${plain(serial)}-${plain(check)}`,
  },
  {
    // `CC-19-1234-LSTa`: the district it comes from, and the judges behind.
    of: "Bankruptcy appellate panels",
    pattern: /^(?!c[rv]-)([a-z]{2})-(\d{2})-(\d{4})(?:-[a-z]{1,8})?$/u,
    key: ([from = "", year, serial]) => `${from}-${plain(year)}-${plain(serial)}`,
  },
  {
    // `08-357C`: contracts, land, taxes, transport; vaccines have a kind of their own in the official system.
    of: "Court of Federal Claims",
    pattern: /^(\d{2})-(\d{1,4})[ -]?([cltvxj])$/u,
    key: ([year = "", serial, kind]) => `${year}${kind === "v" ? "vv" : "cv"}${plain(serial)}`,
  },
  {
    // `C 02-1955-SI`, `CV-04-424-PHX-ROS`, `CR 08-0582 GW (RZx)`: the kind comes first.
    of: "Federal district courts, kind before",
    // `SACV 08-01234-CJC(RNBx)`: the office too.
    pattern:
      /^(?:sa|ed|la)?(c|cv|civ|cr|crim)\.?[ -]?(\d{2})-(\d{2,5})(?:[ -]?[a-z]{1,4})?(?:[ /-][a-z]{1,4})?(?: ?\([a-z]{1,4}\)){0,2}$/u,
    key: ([kind = "", year = "", serial]) => `${year}${kind.startsWith("cr") ? "cr" : "cv"}${plain(serial)}`,
  },
  {
    // `109-81C`: once the serial came first.
    of: "Court of Claims",
    pattern: /^(\d{3,4})-(\d{2})[ -]?([cltxj])$/u,
    key: ([serial, year = ""]) => `${year}cv${plain(serial)}`,
  },
  {
    // `02-405S`, `95-536 MMS`, `06-1497 (MJD/RLE)`: who hears the case.
    of: "Federal district courts, judges",
    pattern: /^(\d{2})-(\d{2,5})(?:[abd-ikm-suwyz]| [a-z]{1,4}|\s?\([a-z]{2,4}\/[a-z]{2,4}(?:\/[a-z]{2,4})?\))$/u,
    key: ([year, serial]) => `${plain(year)}-${plain(serial)}`,
  },
  {
    // `4:97-2141-23`, `99-389-01`: the judge's number, the defendant's.
    of: "Federal district courts, numbers behind",
    pattern: /^(?:\d:(\d{2})-(\d{1,5})-\d{1,2}|(\d{2})-(\d{3,5})-0\d)$/u,
    key: ([year, serial, other, its]) => `${plain(year ?? other)}-${plain(serial ?? its)}`,
  },
  {
    // `2-02-CV-146`
    of: "Federal district courts, office before a dash",
    pattern: /^\d-(\d{2})-(c[vr]|mc)-(\d{1,5})(?:-[a-z]{1,4})?$/u,
    key: ([year = "", kind = "", serial]) => `${year}${kind}${plain(serial)}`,
  },
  {
    // `123 EDA 2019`, `1234 C.D. 2019`
    of: "Pennsylvania, appellate courts",
    pattern: /^(\d{1,5}) ([ewm](?:da|ap|al|m)|c\.? ?d\.?|m\.? ?d\.) (?:(19|20))?(\d{2})$/u,
    key: ([serial, court = "", century, year = ""]) =>
      `${plain(serial)}-${court.replace(/[. ]/gu, "")}-${century ?? (Number(year) > 60 ? "19" : "20")}${year}`,
  },
  {
    // `123456/2019E`: filed electronically.
    of: "New York, index numbers",
    pattern: /^(\d{1,7})\/(?:19|20)?(\d{2})e?$/u,
    key: ([serial, year]) => `${plain(serial)}-${plain(year)}`,
  },
  {
    // `2018-00123 (Index No. 12345/17)`: the number of the court below behind its own.
    of: "New York, Appellate Division",
    pattern: /^(?:19|20)(\d{2})-(\d{5}) ?\(index no\.? [\d/]{3,14}[a-z]?\)?$/u,
    key: ([year, serial]) => `${plain(year)}-${plain(serial)}`,
  },
  {
    // `No. 45, September Term, 2019`, also printed `45/19`: each term counts anew.
    of: "Maryland, appellate courts",
    pattern: /^(\d{1,5}),? (?:sept(?:ember|\.)?|oct(?:ober|\.)?) term,? (?:19|20)(\d{2})$/u,
    key: ([serial, year]) => `${plain(serial)}-${plain(year)}`,
  },
  {
    // `M2018-01234-COA-R3-CV`: the place and the number; behind it the court and the rule.
    of: "Tennessee, appellate courts",
    pattern: /^([mwe])((?:19|20)\d{2})-(\d{4,5})-(?:coa|cca|sc)-[a-z]{0,2}\d{0,2}-[a-z]{2,3}$/u,
    key: ([place, year, serial]) => `${place}-${year}-${plain(serial)}`,
  },
  {
    // `20180123-CA`
    of: "Utah, appellate courts",
    pattern: /^((?:19|20)\d{5,6})-(?:ca|sc)$/u,
    key: ([number = ""]) => number,
  },
  {
    // `SC18-123`, `SC2018-0123`, `5D23-123`, `5D2023-0123`
    of: "Florida, appellate courts",
    pattern: /^(sc|[1-6]d)(?:20)?(\d{2})-(\d{1,5})$/u,
    key: ([court, year, serial]) => `${court}-${year}-${plain(serial)}`,
  },
];

/** Forms that came later; the ids of records do not know them. */
const FURTHER: readonly DocketForm[] = [
  {
    // `1:07cv1234 (LMB/TCB)`
    of: "Federal district courts, two judges in brackets",
    pattern: /^(?:\d:)?(?:20)?(\d{2})[ -]?(c[vr]|mc|mj)[ -]?(\d{1,5}) ?\([a-z]{2,4}(?:\/[a-z]{2,4}){1,2}\)$/u,
    key: ([year = "", kind = "", serial]) => `${year}${kind}${plain(serial)}`,
  },
  {
    // `08-21234-CIV-MORENO`, `07-20999-CR`: the kind behind the serial, whose first figure is the office.
    of: "Southern District of Florida",
    pattern: /^(\d{2})-(\d{5})-(civ|cv|cr)(?:-[a-z]{2,15})*(?:\/[a-z]{2,15})*$/u,
    key: ([year = "", serial, kind = ""]) => `${year}${kind === "cr" ? "cr" : "cv"}${plain(serial)}`,
  },
  {
    // `H-04-2345`: the letter is the office.
    of: "Southern District of Texas",
    pattern: /^[hgbclmv]-(\d{2})-(?:c[vr]-)?(\d{4,5})$/u,
    key: ([year, serial]) => `${plain(year)}-${plain(serial)}`,
  },
  {
    // `WDQ-06-1234`: the judge before the year; so number Maine's courts by county, and North Carolina's.
    of: "District of Maryland",
    pattern:
      /^(?!and|aro|cum|fra|han|ken|kno|lin|oxf|pen|pis|sag|som|wal|was|yor|bcd|wcb|srp|law|coa|civ)[a-z]{3}-(\d{2})-(?:cv-)?(\d{3,4})$/u,
    key: ([year, serial]) => `${plain(year)}-${plain(serial)}`,
  },
  {
    // `09-80123-FJO-7A`: judge and chapter.
    of: "Bankruptcy courts, chapter with a letter",
    pattern: /^(\d{2})-(\d{5})-[a-z]{2,4}-\d{1,2}[a-z]$/u,
    key: ([year, serial]) => `${plain(year)}-${plain(serial)}`,
  },
  {
    // `A-12 September Term 2010`
    of: "New Jersey, Supreme Court",
    pattern: /^a-(\d{1,3})(?:\/\d{1,3})*,? sept(?:ember|\.)? term,? (?:19|20)(\d{2})$/u,
    key: ([serial, year]) => `a-${plain(serial)}-${plain(year)}`,
  },
  {
    // `5123-VCS`: who hears the case.
    of: "Delaware, Court of Chancery",
    pattern: /^(\d{3,5})-(?:vc[a-z]{1,2}|c[bcs]|ml)$/u,
    key: ([serial]) => plain(serial),
  },
  {
    // `N09C-01-123 RRC`: the county, and the judges behind.
    of: "Delaware, Superior Court",
    pattern: /^[nks]?(\d{2})c-(\d{2})-(\d{3})(?:[ -][a-z]{2,4})*$/u,
    key: ([year, month, serial]) => `${plain(year)}-c-${plain(month)}-${plain(serial)}`,
  },
  {
    // `SJC-10123`
    of: "Massachusetts, Supreme Judicial Court",
    pattern: /^sjc[ -](\d{5})$/u,
    key: ([serial]) => plain(serial),
  },
];

/** Words before a number that say its kind: `Crim. No. 05-394`, `Adv. Proc. No. 09-50123`. */
const KIND_BEFORE =
  /^(civ(?:il)?|cr(?:im(?:inal)?)?|misc(?:ellaneous)?|adv(?:ersary)?)\b\.? ?(?:(?:proc(?:eeding)?|action|case|docket|a)\b\.? ?)?(?:nos?\b\.?|number\b|#)[ :.]{0,3}(?=\S{0,9}\d)/u;
const KINDS: Readonly<Record<string, string>> = { ci: "cv", cr: "cr", mi: "mc", ad: "ap" };
/** Behind such words: year and serial, and who hears the case. */
const YEAR_AND_SERIAL = /^(?:\d:)?(\d{2})-(\d{1,5})(?:[ -][a-z]{1,4})*(?: ?\([a-z]{1,4}(?:\/[a-z]{1,4})*\))*$/u;
/** Words that say no more than that a number follows; a superseding indictment. */
const FURTHER_LEAD = /^(?:bap|court|2d civ|s\d{1,2}(?= \d))\b\.? ?(?:nos?\b\.? ?)?/u;

/** What the spellings of a number share by the forms that the ids of records do not know. */
export function keyOfFurtherForm(printed: string): { readonly key?: string; readonly rest: string } {
  const lead = KIND_BEFORE.exec(printed);
  const rest = printed.slice(lead?.[0].length ?? 0).replace(FURTHER_LEAD, "");
  const kind = KINDS[lead?.[1]?.slice(0, 2) ?? ""];
  const [, year, serial] = kind === undefined ? [] : (YEAR_AND_SERIAL.exec(rest) ?? []);
  if (year !== undefined && kind !== undefined) return { key: `${year}${kind}${plain(serial)}`, rest };
  const key = formed(FURTHER, rest);
  return key === undefined ? { rest } : { key, rest };
}

function formed(forms: readonly DocketForm[], number: string): string | undefined {
  for (const { pattern, key } of forms) {
    const parts = pattern.exec(number);
    if (parts !== null) return key(parts.slice(1));
  }
  return undefined;
}

/** What the spellings of a number of one of the forms share; undefined for another. */
export function keyOfForm(number: string): string | undefined {
  return formed(FORMS, number);
}
