/**
 * The courts of the United States: the table, their names, and which text means which court. What a court may
 * review and bind is `hierarchy.ts`. This file is the folder's door.
 */
export { courtByCitationText, type CitationTextOptions } from "./citation-text.ts";
export { JURISDICTIONS, satAt, type Court } from "./model.ts";
export { allCourts, courtById, courtsByAbbreviation, isSameCourt, wholeCourtIds } from "./registry.ts";
export { recogniseCourt, respelledAs, type Recognised } from "./recognise.ts";
export { prepareCourtNames, resolveCourt, resolveCourtNamed, type NamedCourt } from "./resolve.ts";
export { courtsOfSimilarId } from "./similar.ts";
