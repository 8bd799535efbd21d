import type { OpinionType } from "../model.ts";

/** CourtListener's opinion type codes; 015 is spelled both ways in its code and its data. */
const BY_COURTLISTENER_CODE: Readonly<Record<string, OpinionType>> = {
  "010combined": "combined",
  "015unamimous": "unanimous",
  "015unanimous": "unanimous",
  "020lead": "lead",
  "025plurality": "plurality",
  "030concurrence": "concurrence",
  "035concurrenceinpart": "concurrence_in_part",
  "040dissent": "dissent",
  "050addendum": "addendum",
  "060remittitur": "remittitur",
  "070rehearing": "rehearing",
  "080onthemerits": "on_the_merits",
  "090onmotiontostrike": "on_motion_to_strike",
  "100trialcourt": "trial_court",
};

/** The types the Caselaw Access Project sets on an opinion, and the same words as Harvard's XML has them. */
const BY_CAP_TYPE: Readonly<Record<string, OpinionType>> = {
  majority: "lead",
  unanimous: "unanimous",
  plurality: "plurality",
  concurrence: "concurrence",
  dissent: "dissent",
  "concurring-in-part-and-dissenting-in-part": "concurrence_in_part",
  concurring: "concurrence",
  dissenting: "dissent",
  rehearing: "rehearing",
  remittitur: "remittitur",
  addendum: "addendum",
  "on-the-merits": "on_the_merits",
  "on-motion-to-strike-cost-bill": "on_motion_to_strike",
};

/** The type a CourtListener code stands for; null for a code it did not have when this was written. */
export function opinionTypeOfCode(code: string): OpinionType | null {
  return BY_COURTLISTENER_CODE[code.trim().toLowerCase()] ?? null;
}

/** The type a Caselaw Access Project word stands for; null for any other. */
export function opinionTypeOfCapType(type: string): OpinionType | null {
  return BY_CAP_TYPE[type.trim().toLowerCase()] ?? null;
}
