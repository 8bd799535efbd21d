import type { LawCollection } from "#laws/model.ts";

/** What several sources write into: its importer is named by each. */
export const US_CFR: LawCollection = {
  id: "us-cfr",
  name: "Code of Federal Regulations",
  type: "regulation",
  state: "Federal",
  country: "US",
  publisher: "Office of the Federal Register",
  source: "uslm",
  sourceUrl: "https://www.ecfr.gov/",
  currentThrough: null,
};

export const US_CODE: LawCollection = {
  id: "us-usc",
  name: "United States Code",
  type: "statute",
  state: "Federal",
  country: "US",
  publisher: "Office of the Law Revision Counsel, U.S. House of Representatives",
  source: "uslm",
  sourceUrl: "https://uscode.house.gov/",
  currentThrough: null,
};

export const US_FR: LawCollection = {
  id: "us-fr",
  name: "Federal Register",
  type: "notice",
  state: "Federal",
  country: "US",
  publisher: "Office of the Federal Register",
  source: "federal-register",
  sourceUrl: "https://www.federalregister.gov/",
  currentThrough: null,
};
