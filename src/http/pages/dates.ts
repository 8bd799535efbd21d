import type { Decision } from "#research/decision.ts";

type Dated = Pick<Decision["first"], "dateFiled" | "datePrecision">;

/** As courts print them (Bluebook, table T12). */
const MONTHS = ["Jan.", "Feb.", "Mar.", "Apr.", "May", "June", "July", "Aug.", "Sept.", "Oct.", "Nov.", "Dec."];

/** A day as US readers write it, as far as it is known: `Mar. 18, 1958`, `Mar. 1958`, `1958`; empty without one. */
export function dateText({ dateFiled, datePrecision }: Dated): string {
  if (dateFiled === null) return "";
  const [year = "", month = "", day = ""] = dateFiled.split("-");
  const name = MONTHS[Number(month) - 1] ?? month;
  if (datePrecision === "year") return year;
  if (datePrecision === "month") return `${name} ${year}`;
  if (datePrecision === "approximate") return `about ${year}`;
  return `${name} ${Number(day)}, ${year}`;
}

/** A whole day as US readers write it. */
export function dayText(day: string): string {
  return dateText({ dateFiled: day, datePrecision: "day" });
}

/** Court and year as a citation ends with them: `(9th Cir. 1971)`, and of the Supreme Court the year alone. */
export function courtAndYear(courtAbbreviation: string, dateFiled: string | null): string {
  const court = courtAbbreviation === "U.S." ? "" : courtAbbreviation;
  const told = [court, dateFiled?.slice(0, 4) ?? ""].filter((part) => part !== "").join(" ");
  return told === "" ? "" : `(${told})`;
}
