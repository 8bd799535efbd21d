import type { Addresses } from "#research/address.ts";
import type { Mark } from "#research/marked-html.ts";
import type { HeldAuthority } from "#research/held-authorities.ts";
import type { DecisionReliedOn, PlaceOfAuthority } from "#research/relied-on.ts";
import type { LawReliedOn } from "#research/laws/relied-on.ts";
import { escapeHtml } from "#text/escape-html.ts";
import { courtAndYear, dayText } from "./dates.ts";
import { isWarning, STATUS_WORDS } from "./standing-line.ts";

/** Every citation of an opinion that leads to something on file as a link, with what it is and how it stands. */
export function citationLinks(places: readonly PlaceOfAuthority[], addresses: Addresses): Mark[] {
  return places.flatMap(({ start, end, authority, page }) => {
    const marked = markOf(authority, page, addresses);
    return marked === undefined ? [] : [{ start, end, ...marked }];
  });
}

function markOf(
  authority: DecisionReliedOn | LawReliedOn,
  page: number | null,
  addresses: Addresses,
): Pick<Mark, "open" | "close"> | undefined {
  if (authority.kind === "law") {
    const { version } = authority;
    return version === null ? undefined : link(addresses.law(version), lawTitle(authority));
  }
  const { held, isMissing, name } = authority;
  if (held !== null) {
    const { status } = held.standing;
    const place = page === null ? "" : `#${pageName(String(page))}`;
    return link(addresses.decision(held) + place, decisionTitle(held), isWarning(status) ? status.toLowerCase() : "");
  }
  if (!isMissing) return undefined;
  const title = escapeHtml(name === null ? "Not on file here" : `${name}: not on file here`);
  return { open: `<span class="unheld" title="${title}">`, close: "</span>" };
}

function link(href: string, title: string, warning = ""): Pick<Mark, "open" | "close"> {
  const kind = warning === "" ? "cite" : `cite ${warning}`;
  return { open: `<a class="${kind}" href="${escapeHtml(href)}" title="${escapeHtml(title)}">`, close: "</a>" };
}

/** `Alder v. Birch, 12 Samp. 340 (9th Cir. 1971). Negative treatment.` */
function decisionTitle({ caseName, citedAs, courtAbbreviation, dateFiled, standing }: HeldAuthority): string {
  const cited = [caseName, citedAs].filter((part) => part !== null).join(", ");
  return `${cited} ${courtAndYear(courtAbbreviation, dateFiled)}. ${STATUS_WORDS[standing.status].name}.`;
}

function lawTitle({ citedAs, version, isOfDay }: LawReliedOn): string {
  const title = version?.version.title ?? "";
  const edition = version?.version.edition ?? version?.version.effectiveDate ?? null;
  const text = edition === null ? "" : ` Text of ${dayText(edition)}.`;
  const other = isOfDay ? "" : " The text of the day of this decision is not on file here.";
  return `${[citedAs, title]
    .filter((part) => part !== "")
    .join(", ")
    .replace(/\.$/u, "")}.${text}${other}`;
}

/** What the page of a decision calls a printed page of it. */
export function pageName(label: string): string {
  return `p${label}`;
}

const PAGE_MARK = /<svc-ps label="(?<label>[^"<>]*)" reporter="\d+">/gu;

/** Printed pages under their names, each at its first mark over all opinions. */
export function withPageNames(html: string, named: Set<string>): string {
  return html.replace(PAGE_MARK, (_mark, label: string) => {
    if (named.has(label) || label === "?") return "<svc-ps>";
    named.add(label);
    return `<svc-ps id="${pageName(label)}">`;
  });
}
