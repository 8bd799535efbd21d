import { nearestNames } from "./nearest-names.ts";

/** States, the district and the territories by their postal abbreviations (USPS Publication 28, appendix B). */
const NAME_BY_CODE: Readonly<Record<string, string>> = {
  AL: "Alabama",
  AK: "Alaska",
  AS: "American Samoa",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  DC: "District of Columbia",
  FL: "Florida",
  GA: "Georgia",
  GU: "Guam",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  MP: "Northern Mariana Islands",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  PR: "Puerto Rico",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VI: "Virgin Islands",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
};

const FEDERAL = "Federal";

/** What people write of one, which is no name of it: asked, it is told what they mean. */
const MEANT_BY: Readonly<Record<string, string>> = {
  us: FEDERAL,
  usa: FEDERAL,
  unitedstates: FEDERAL,
  unitedstatesofamerica: FEDERAL,
  washingtondc: "District of Columbia",
};

const NAMES: readonly string[] = [FEDERAL, ...Object.values(NAME_BY_CODE)];

/**
 * The state that a name or postal abbreviation means, in any case; `held` are further names that collections have, as
 * those of an invented state. What names none has the nearest names instead.
 */
export function stateCalled(
  text: string,
  held: readonly string[] = [],
): { readonly state: string } | { readonly nearest: readonly string[] } {
  const asked = text.trim();
  const byCode = NAME_BY_CODE[asked.replaceAll(".", "").toUpperCase()];
  if (byCode !== undefined) return { state: byCode };
  const names = [...new Set([...NAMES, ...held])];
  const known = names.find((name) => name.toLowerCase() === asked.toLowerCase());
  if (known !== undefined) return { state: known };
  const meant = MEANT_BY[asked.toLowerCase().replace(/[^a-z]+/gu, "")];
  return { nearest: meant === undefined ? nearestNames(asked, names) : [meant] };
}
