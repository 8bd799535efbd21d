import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { porter2 } from "./porter2.ts";

const familiesOf = (lines: string): string[][] =>
  lines
    .trim()
    .split("\n")
    .map((line) => line.trim().split(" "));

/** First the stem, then words that have it. */
const FAMILIES = familiesOf(`
  suppress suppress suppresses suppressed suppressing suppression suppressive
  infring infringe infringes infringed infringing
  infring infringement infringements
  commit commit commits committed committing
  admit admit admitted admitting admits
  admiss admission admissions
  conclus conclusion conclusions conclusive conclusively conclusiveness
  object object objection objections objected objective objectively
  posit position positions positive
  feasibl feasible feasibly
  feasibl feasibility
  sensat sensation sensational
  enforc enforce enforced enforcing enforces
  enforc enforcement
  liabl liable
  liabil liability liabilities
  justifi justify justified justifies justifying justifiable
  justif justification
  tri try tries tried trying
  trial trial trials
  deni deny denies denied
  denial denial denials
  tie tie ties tied tying
  die die dies died dying
  lie lie lies lied lying
  say say says saying
  pay pay pays paying
  payment payment payments
  agre agree agrees agreed agreeing
  agreement agreement agreements
  proceed proceed proceeds proceeded proceeding proceedings
  exceed exceed exceeds exceeded exceeding exceedingly
  succeed succeed succeeded succeeding succeeds
  need need needed
  hop hop hops hopping hopped
  hope hope hoped hopes hoping
  file file files filed filing
  fill fill filled filling fills
  add add added adding adds
  err err erred erring errs
  egg egg eggs egged
  bring bring brings bringing
  string string strings
  king king kings
  outing outing outings
  inning inning innings
  earring earring earrings
  evening evening evenings
  even even evenly
  canning canning cannings
  general general generally
  generous generous generously
  generat generate generation generates
  communic communicate communication communications
  communiti community communities
  emergenc emergency emergencies
  emerg emerge emerged emerging
  organ organ organs
  organiz organize organization organized organizations
  univers universe universes
  universal universal universally
  universiti university universities
  past past
  pasta pasta
  paste paste pasted pastes
  later later
  lateral lateral laterally
  internal internal internally
  interest interest interested interests
  geolog geology geologist geologists geological
  biolog biology biologist
  apolog apology
  hopeless hopeless hopelessly hopelessness
  ratio ratio
  relat relate relational relation
  relat relative relatively
  ration rational rationally rationality
  nation nation nations
  nation national nationally nationalism
  condit conditional condition
  optim optimize optimization optimizer
  digit digitizer
  electr electric electrical electricity
  hesit hesitancy hesitate hesitation
  radic radical radically
  verili verily
  decis decision decisive
  control control controls controlled controller
  roll roll rolls
  fall fall falls
  pass pass passes passing
  plus plus
  bus bus
  buse buses
  gas gas
  gase gases
  this this
  loss loss losses
  kiwi kiwis
  gap gaps
  ski skis ski
  sky sky skies
  idl idly
  gentl gently
  ugli ugly
  earli early
  onli only
  singl singly
  news news
  howe howe
  atlas atlas
  cosmos cosmos
  bias bias
  andes andes
  by by
  is is
  youth youth youths
  boy boy boys
  enjoy enjoy enjoyed enjoying
  syzygi syzygy
`);

describe("stems", () => {
  test("the table is read", () => expect(FAMILIES.flat().length).toBeGreaterThan(250));

  test.each(FAMILIES)("%s", (stem, ...words) => {
    for (const word of words) expect([word, porter2(word)]).toEqual([word, stem]);
  });

  test.each([
    ["suppress", "supply"],
    ["general", "generous"],
    ["university", "universe"],
    ["past", "paste"],
    ["organ", "organize"],
    ["internal", "interest"],
    ["emergency", "emerge"],
    ["inning", "inn"],
    ["news", "new"],
    ["use", "us"],
    ["contract", "contractor"],
    ["later", "lateral"],
  ])("%s and %s have none in common", (one, other) => expect(porter2(one)).not.toBe(porter2(other)));

  test("a stem is never longer than its word and one letter, nor empty", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,20}$/u), (word) => {
        const stem = porter2(word);
        expect(stem).toMatch(/^[a-z]+$/u);
        expect(stem.length).toBeLessThanOrEqual(word.length + 1);
      }),
    );
  });
});
