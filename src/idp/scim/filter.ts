import { ScimFault } from "./fault.ts";

/** An attribute that has to have a value. Attributes are in small letters, without the name of their schema. */
export type Equality = { readonly attribute: string; readonly value: string };

const FILTER_CHARS_MAX = 1000;
const PARTS_MAX = 4;
/** Providers look people up by equality; of the rest of the grammar (RFC 7644, section 3.4.2.2) none sends anything here. */
const EQUALITY =
  /^([\w.:$-]{1,120}(?:\[type eq "[\w-]{1,40}"\]\.[a-z]{1,40})?) eq (?:"((?:[^"\\]|\\.){0,500})"|(true|false))$/iu;
const SCHEMA = /^urn:[\w.:-]*:/iu;

/** The equalities that a filter joins with `and`. Throws `invalidFilter` for any other. */
export function readFilter(text: string): readonly Equality[] {
  if (text.length > FILTER_CHARS_MAX) throw notTaken();
  const parts = text.trim().split(/ and /iu);
  if (parts.length > PARTS_MAX) throw notTaken();
  return parts.map((part) => {
    const [, attribute, quoted, bare] = EQUALITY.exec(part.trim()) ?? [];
    if (attribute === undefined) throw notTaken();
    return { attribute: attribute.replace(SCHEMA, "").toLowerCase(), value: bare ?? unquoted(quoted ?? "") };
  });
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    throw notTaken();
  }
}

function notTaken(): ScimFault {
  const taken =
    'userName eq "…", externalId eq "…", emails[type eq "work"].value eq "…", displayName eq "…", id eq "…"';
  return new ScimFault(400, `this filter is not taken; those that are: ${taken}, joined with and`, "invalidFilter");
}
