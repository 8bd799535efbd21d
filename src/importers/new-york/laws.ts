/** What the State Senate's service calls a law, and how decisions cite its sections, without a publisher's name. */
const CITED: Readonly<Record<string, string>> = {
  ABC: "Alco. Bev. Cont. Law",
  AGM: "Agric. & Mkts. Law",
  BNK: "Banking Law",
  BSC: "Bus. Corp. Law",
  CNS: "Const.",
  COR: "Correct. Law",
  CPL: "Crim. Proc. Law",
  CVP: "C.P.L.R.",
  CVR: "Civ. Rights Law",
  DCD: "Debt. & Cred. Law",
  DOM: "Dom. Rel. Law",
  EDN: "Educ. Law",
  ELN: "Elec. Law",
  ENV: "Envtl. Conserv. Law",
  EPT: "Est. Powers & Trusts Law",
  EXC: "Exec. Law",
  FCT: "Fam. Ct. Act",
  GBS: "Gen. Bus. Law",
  GCN: "Gen. Constr. Law",
  GMU: "Gen. Mun. Law",
  GOB: "Gen. Oblig. Law",
  ISC: "Ins. Law",
  JUD: "Jud. Law",
  LAB: "Lab. Law",
  LIE: "Lien Law",
  MHR: "Mun. Home Rule Law",
  MHY: "Mental Hyg. Law",
  PBA: "Pub. Auth. Law",
  PBH: "Pub. Health Law",
  PBO: "Pub. Off. Law",
  PBS: "Pub. Serv. Law",
  PEN: "Penal Law",
  RPA: "Real Prop. Acts. Law",
  RPP: "Real Prop. Law",
  RPT: "Real Prop. Tax Law",
  SCP: "Surr. Ct. Proc. Act",
  SOS: "Soc. Serv. Law",
  STF: "State Fin. Law",
  TAX: "Tax Law",
  TWN: "Town Law",
  VAT: "Veh. & Traf. Law",
  VIL: "Village Law",
  WKC: "Work. Comp. Law",
};

const ENDS = /\b(?:law|act|acts|code|rules|constitution)$/iu;

/** `N.Y. Penal Law`; of a law that the table has not, its own name (`N.Y. Navigation Law` of `Navigation`). */
export function citedName(lawId: string, name: string): string {
  const known = Object.hasOwn(CITED, lawId) ? CITED[lawId] : undefined;
  if (known !== undefined) return `N.Y. ${known}`;
  return `N.Y. ${ENDS.test(name.trim()) ? name.trim() : `${name.trim()} Law`}`;
}
