/** The codes by the letters of the Legislature's files, as decisions cite them. */
export const CALIFORNIA_CODES: Readonly<Record<string, string>> = {
  BPC: "Cal. Bus. & Prof. Code",
  CCP: "Cal. Civ. Proc. Code",
  CIV: "Cal. Civ. Code",
  COM: "Cal. Com. Code",
  CONS: "Cal. Const.",
  CORP: "Cal. Corp. Code",
  EDC: "Cal. Educ. Code",
  ELEC: "Cal. Elec. Code",
  EVID: "Cal. Evid. Code",
  FAC: "Cal. Food & Agric. Code",
  FAM: "Cal. Fam. Code",
  FGC: "Cal. Fish & Game Code",
  FIN: "Cal. Fin. Code",
  GOV: "Cal. Gov't Code",
  HNC: "Cal. Harb. & Nav. Code",
  HSC: "Cal. Health & Safety Code",
  INS: "Cal. Ins. Code",
  LAB: "Cal. Lab. Code",
  MVC: "Cal. Mil. & Vet. Code",
  PCC: "Cal. Pub. Cont. Code",
  PEN: "Cal. Penal Code",
  PRC: "Cal. Pub. Res. Code",
  PROB: "Cal. Prob. Code",
  PUC: "Cal. Pub. Util. Code",
  RTC: "Cal. Rev. & Tax. Code",
  SHC: "Cal. Sts. & High. Code",
  UIC: "Cal. Unemp. Ins. Code",
  VEH: "Cal. Veh. Code",
  WAT: "Cal. Water Code",
  WIC: "Cal. Welf. & Inst. Code",
};

/** How decisions cite the code with these letters; undefined of what is none of the codes. */
export function citedCode(letters: string): string | undefined {
  return Object.hasOwn(CALIFORNIA_CODES, letters) ? CALIFORNIA_CODES[letters] : undefined;
}
