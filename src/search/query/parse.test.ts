import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { err, ok } from "#base/result.ts";
import { parseQuery } from "./parse.ts";
import type { Reading, ResolveCourt } from "./reading.ts";
import { printFilter } from "./print-filter.ts";
import { printQuery } from "./print.ts";
import type { PhraseNode, QueryNode, TermNode, WildcardNode } from "#index/tree.ts";
import { citedTimes, courtsOf, FIELDS, ofCourts, ofKind, opinionFilters } from "#search/opinions.ts";

const resolveCourt: ResolveCourt = (text) =>
  /^(?:ca\d+|scotus)$/u.test(text) ? ok([text]) : text === "9th Cir." ? ok(["ca9"]) : err(["ca9"]);

function parsed(text: string): Reading {
  const result = parseQuery(text, { resolveCourt });
  if (!result.ok) throw new Error(`${text}: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** Trees in a short prefix form: `and(a,not(b))`; stemmed phrases as [a b], exact ones as "a b". */
function sketch(node: QueryNode): string {
  const field = "field" in node && node.field !== undefined ? `${node.field}:` : "";
  switch (node.kind) {
    case "term":
      return `${field}${node.exact ? `"${node.text}"` : node.text}`;
    case "wildcard":
      return `${field}${node.pattern}`;
    case "phrase": {
      const words = node.words.map((word) => (word.kind === "term" ? word.text : word.pattern)).join(" ");
      return field + (node.words.some((word) => word.kind === "term" && !word.exact) ? `[${words}]` : `"${words}"`);
    }
    case "near": {
      const reach = node.unit === "word" ? String(node.distance) : node.unit.charAt(0);
      return `${node.ordered ? "pre" : "w"}${reach}(${sketch(node.left)},${sketch(node.right)})`;
    }
    case "together":
      return `all-${node.unit.charAt(0)}(${node.members.map(sketch).join(",")})`;
    case "not":
      return `not(${sketch(node.child)})`;
    case "boost":
      return `boost(${sketch(node.child)})`;
    case "filter":
      return courtsOf(node.filter) === undefined
        ? printFilter(node.filter)
        : `court(${courtsOf(node.filter)?.join(",")})`;
    case "prior":
      return `prior(${node.column})`;
    case "atLeast":
      return `atleast${node.count}(${sketch(node.child)})`;
    case "ranked":
      return `ranked${node.required}(${node.children.map(sketch).join(",")})`;
    case "and":
    case "or":
      return `${node.kind}(${node.children.map(sketch).join(",")})`;
  }
}

const READ: readonly (readonly [query: string, tree: string])[] = [
  ["fraud AND deceit", "and(fraud,deceit)"],
  ["fraud OR deceit AND intent", "or(fraud,and(deceit,intent))"],
  ["(fraud OR deceit) AND intent", "and(or(fraud,deceit),intent)"],
  ["fraud AND deceit AND intent", "and(fraud,deceit,intent)"],
  ["fraud AND (deceit AND intent)", "and(fraud,deceit,intent)"],
  ["fraud NOT securities", "and(fraud,not(securities))"],
  ["fraud AND NOT securities", "and(fraud,not(securities))"],
  ["fraud BUT NOT securities", "and(fraud,not(securities))"],
  ["fraud % securities", "and(fraud,not(securities))"],
  ["fraud & deceit", "and(fraud,deceit)"],
  ["fraud && deceit", "and(fraud,deceit)"],
  ["Smith & Wesson", 'or(and(smith,wesson),[smith wesson],boost(ranked2(name:"smith",name:"wesson")))'],
  ["Smith & Wesson OR Colt", "or(and(smith,wesson),colt)"],
  ["fraud || deceit", "or(fraud,deceit)"],
  ["fraud | deceit", "or(fraud,deceit)"],
  ["fraud NOT (securities OR tax)", "and(fraud,not(or(securities,tax)))"],
  ["NOT NOT fraud AND deceit", "and(fraud,deceit)"],
  ["NOT securities AND fraud", "and(not(securities),fraud)"],
  ['"due process"', '"due process"'],
  ['"due process" hearing', 'and("due process",hearing)'],
  ['"lien"', '"lien"'],
  ["“due process”", '"due process"'],
  ["„due process“", '"due process"'],
  ["«due process»", '"due process"'],
  ["fraud,deceit AND intent", "and(fraud,deceit,intent)"],
  ["$1,000,000 AND fraud", "and(1000000,fraud)"],
  ["18 U.S.C.A. § 1001 AND intent", 'and(pre2(or("18 usc","18 usca"),"1001"),intent)'],
  ['"proc*"', "proc*"],
  ['"due proc*"', '"due proc*"'],
  ['"purposeful! avail!"', '"purposeful* avail*"'],
  ['"minimum contacts" /p "purposeful! avail!"', 'all-p("minimum contacts","purposeful* avail*")'],
  ['"self-incrim!"', '"self incrim*"'],
  ['"(negligen!), or fraud"', '"negligen* or fraud"'],
  ['"Stop ! thief"', '"stop thief"'],
  ['"U. S. Supreme Court"', '"us supreme court"'],
  ['"who decides?"', '"who decides?"'],
  ['"who decides the question?"', '"who decides the question"'],
  ["fraud*", "fraud*"],
  ["*fraud", "*fraud"],
  ["reli?nce", "reli?nce"],
  ["reliance?", "reliance?"],
  ["a**b", "a*b"],
  ["negligen!", "negligen*"],
  ["self-incrim!", "[self incrim*]"],
  ["fraud W/5 deceit", "w5(fraud,deceit)"],
  ["fraud w/5 deceit", "w5(fraud,deceit)"],
  ["fraud /5 deceit", "w5(fraud,deceit)"],
  ["fraud NEAR/5 deceit", "w5(fraud,deceit)"],
  ["fraud PRE/5 deceit", "pre5(fraud,deceit)"],
  ["fraud +5 deceit", "pre5(fraud,deceit)"],
  ["fraud /s deceit", "all-s(fraud,deceit)"],
  ["fraud W/p deceit", "all-p(fraud,deceit)"],
  ["a /s b /s c", "all-s(a,b,c)"],
  ["(a /s b) /s c", "all-s(a,b,c)"],
  ["a /s (b /s c)", "all-s(a,b,c)"],
  ["a /s b /p c", "all-p(all-s(a,b),c)"],
  ["a /p b /s c", "all-p(a,all-s(b,c))"],
  ["a /p b /s c /p d", "all-p(a,all-s(b,c),d)"],
  ["a /s b W/3 c", "all-s(a,w3(b,c))"],
  ["a W/3 b /s c W/4 d", "all-s(w3(a,b),w4(c,d))"],
  ["a +s b +s c", "pres(pres(a,b),c)"],
  ["a /s b +s c", "all-s(a,pres(b,c))"],
  ["a +p b /s c", "prep(a,all-s(b,c))"],
  ["a +p b /p c", "all-p(prep(a,b),c)"],
  ["(a /s b) W/3 c", "w3(all-s(a,b),c)"],
  ["(a AND b) /s c /s d", "and(all-s(a,c,d),all-s(b,c,d))"],
  ["(a OR b) /s c", "all-s(or(a,b),c)"],
  ["(a OR (b AND c)) /p d", "or(all-p(a,d),and(all-p(b,d),all-p(c,d)))"],
  ["name:(a /s b)", "all-s(name:a,name:b)"],
  ["fraud +s deceit", "pres(fraud,deceit)"],
  ["a W/2 b W/3 c", "w3(w2(a,b),c)"],
  ["a W/2 (b W/3 c)", "w2(a,w3(b,c))"],
  ["a b W/3 c d", "and(a,w3(b,c),d)"],
  ["a OR b W/3 c", "or(a,w3(b,c))"],
  ["(a OR b) W/3 (c OR d)", "w3(or(a,b),or(c,d))"],
  ["(a AND b) W/3 c", "and(w3(a,c),w3(b,c))"],
  ["(a OR (b AND c)) W/3 d", "or(w3(a,d),and(w3(b,d),w3(c,d)))"],
  ["(a AND b) W/3 (c AND d)", "and(w3(a,c),w3(a,d),w3(b,c),w3(b,d))"],
  ["cross-examination AND witness", "and([cross examination],witness)"],
  ["12(b)(6) AND fraud", "and(or([12 b 6],[12b 6],12b6),fraud)"],
  ["2254(d)(1) OR 2255", "or([2254 d 1],2255)"],
  ["fraud(deceit) AND intent", "and(fraud,deceit,intent)"],
  ["U. S. AND treaty", 'and("us",treaty)'],
  ["F. 3d OR fraud", "or(f3d,fraud)"],
  ["date:>2010 AND fraud", "and(date:>=2011-01-01,fraud)"],
  ["fraud date:2001..2005", "and(fraud,date:>=2001-01-01,date:<=2005-12-31)"],
  ["fraud NOT date:<2010", "and(fraud,not(date:<=2009-12-31))"],
  ["(date:2010 OR cited:>50) AND fraud", "and(or(and(date:>=2010-01-01,date:<=2010-12-31),cited:>=51),fraud)"],
  ["fraud & da(aft 1/1/2010 & bef 2012)", "and(fraud,date:>=2010-01-02,date:<=2011-12-31)"],
  ["author:breyer AND fraud", "and(author:breyer,fraud)"],
  ['author:"Breyer, J."', "author:breyer"],
  ['author:"Ruth Ginsburg" AND fraud', "and(author:ruth,author:ginsburg,fraud)"],
  ["writtenby(breyer) AND fraud", "and(author:breyer,fraud)"],
  ["dissent:(fraud OR deceit)", "and(kind:dissent,or(body:fraud,body:deceit))"],
  ["dissent:fraud AND deceit", "and(kind:dissent,body:fraud,deceit)"],
  ['fraud NOT concurrence:"bad faith"', 'and(fraud,not(and(kind:concurrence,body:"bad faith")))'],
  ["DISSENTBY(stevens) AND fraud", "and(kind:dissent,author:stevens,fraud)"],
  ["kind:dissent OR kind:concurrence", "or(kind:dissent,kind:concurrence)"],
  ['cites:"384 U.S. 436" AND fraud', 'and(cites:"384us436",fraud)'],
  ["cites:384 U. S. 436, 444 AND fraud", 'and(cites:"384us436",fraud)'],
  ['cites:("384 U.S. 436" OR "410 U.S. 113")', 'or(cites:"384us436",cites:"410us113")'],
  ["atleast5(estop!) AND fraud", "and(atleast5(body:estop*),fraud)"],
  ['atleast3("bad faith" OR malice)', 'atleast3(or(body:"bad faith",body:malice))'],
  ["name:atleast2(smith)", "atleast2(name:smith)"],
  ["fraud NOT atleast5(deceit)", "and(fraud,not(atleast5(body:deceit)))"],
  ['title:"iqbal" AND fraud', 'and(name:"iqbal",fraud)'],
  ["caseName:iqbal AND fraud", "and(name:iqbal,fraud)"],
  ["TITLE(iqbal) AND fraud", "and(name:iqbal,fraud)"],
  ["JUDGE(scalia) AND fraud", "and(judge:scalia,fraud)"],
  ["citation:(410 U.S. 113) AND fraud", 'and(cite:"410 us 113",fraud)'],
  ["COURT(ca9) AND fraud", "and(court(ca9),fraud)"],
  ["#contract AND fraud", 'and("contract",fraud)'],
  ["fraud w/para deceit w/para intent", "all-p(fraud,deceit,intent)"],
  ["fraud AROUND(4) deceit", "w4(fraud,deceit)"],
  ["name:smith", "name:smith"],
  ['name:"roe v. wade"', 'and(name:"roe",name:"wade")'],
  ["name:(smith OR jones) fraud", "and(or(name:smith,name:jones),fraud)"],
  ["name:(smith W/3 jones)", "w3(name:smith,name:jones)"],
  ['judge:"Cardozo, C.J."', 'judge:"cardozo"'],
  ['judge:"Chief Justice Cardozo"', 'judge:"cardozo"'],
  ["judge:Cardozo AND negligence", "and(judge:cardozo,negligence)"],
  ["docket:2:19-cv-01234", "docket:[2 19 cv 1234]"],
  ['cite:"410 U.S. 113"', 'cite:"410 us 113"'],
  ["410 U.S. 113 AND abortion", 'and("410 us 113",abortion)'],
  ["410 us 113, 153 AND abortion", 'and("410 us 113",abortion)'],
  ["abortion W/9 410 U.S. 113", 'w9(abortion,"410 us 113")'],
  ["550 F. Supp. 2d 1 OR 410 U.S. at 153", 'or("550 f supp 2d 1","410 us at 153")'],
  ["42 U.S.C. § 1983 AND immunity", 'and(pre2("42 usc","1983"),immunity)'],
  ["immunity W/9 42 U.S.C. §1983", 'w9(immunity,pre2("42 usc","1983"))'],
  ["12 jurors AND 5 days", "and(12,jurors,5,days)"],
  ["12 Angry OR 5 Men", "or(and(12,angry),and(5,men))"],
  ["cite:410 U.S. 113", 'cite:"410 us 113"'],
  ["cite:410 U.S. 113 AND abortion", 'and(cite:"410 us 113",abortion)'],
  ["docket:No. 70-18", "docket:[70 18]"],
  ['docket:"No. 70-18"', 'docket:"70 18"'],
  ["docket:19 Civ. 1234", 'docket:"19 civ 1234"'],
  ["docket:No. 19 Civ. 1234 AND fraud", 'and(docket:"19 civ 1234",fraud)'],
  ["NAME:smith", "name:smith"],
  ["court:ca9 fraud", "and(court(ca9),fraud)"],
  ["court:(ca9 OR ca2) fraud", "and(court(ca9,ca2),fraud)"],
  ['court:"9th Cir." fraud', "and(court(ca9),fraud)"],
  ["court:(ca9, ca2) fraud", "and(court(ca9,ca2),fraud)"],
  ["court:ca9", "court(ca9)"],
];

describe("with operators", () => {
  test.each(READ)("%s", (query, tree) => {
    expect(sketch(parsed(query).tree)).toBe(tree);
    expect(parsed(query).operators.length).toBeGreaterThan(0);
  });

  test("operators are listed once each, as first met", () => {
    expect(parsed('(fraud* OR deceit) W/5 ("due diligence" OR reli?nce) AND NOT name:smith').operators).toEqual([
      "()",
      "*",
      "OR",
      "W/5",
      '""',
      "?",
      "AND",
      "NOT",
      "name:",
    ]);
  });

  test("so are those of a list of courts", () => {
    expect(parsed('court:(ca9 OR "9th Cir.")').operators).toEqual(["court:", "()", "OR", '""']);
  });

  test("what was passed over is said", () => {
    expect(parsed("fraud AND deceit @").notes).toEqual(["Passed over: @"]);
    expect(parsed("name: smith AND fraud").notes.join()).toContain("directly behind it");
    expect(parsed("(fraud or deceit) AND settlement").notes).toEqual([
      "or in lower case is an ordinary word; the operator is OR.",
    ]);
  });
});

const NOTED: readonly (readonly [query: string, note: string])[] = [
  ["fraud or deceit", "or in lower case is an ordinary word; the operator is OR."],
  ["fraud not deceit", "not in lower case is an ordinary word; the operator is NOT."],
  ["fraud -deceit", "-deceit was read as deceit; to leave a word out write NOT deceit."],
  ["fraud !deceit", "!deceit was read as deceit; to leave a word out write NOT deceit."],
  ["fraud AND !deceit", "!deceit was read as deceit; to leave a word out write NOT deceit."],
  ["fraud XOR deceit", "XOR was read as an ordinary word; known are AND, OR and NOT."],
  ["fraud ANDNOT deceit", "ANDNOT was read as an ordinary word; known are AND, OR and NOT."],
  ["fraud EXCEPT deceit", "EXCEPT was read as an ordinary word; to leave a word out write NOT."],
  [
    "fraud SAME deceit",
    "SAME was read as an ordinary word; words in one sentence are asked for with W/s, in one paragraph with W/p.",
  ],
  ["fraud --deceit", "--deceit was read as deceit; to leave a word out write NOT deceit."],
  ["fraud ==deceit", '==deceit was read as deceit; to ask for a word in this form alone write "deceit".'],
  [
    "fraud @deceit",
    "@deceit was read as deceit; its signs mean nothing here, and words near one another are asked for with W/5.",
  ],
  [
    "fraud <5> deceit",
    "<5> was read as 5; its signs mean nothing here, and words near one another are asked for with W/5.",
  ],
  [
    "fraud <near/5> deceit",
    "<near/5> was read as near/5; its signs mean nothing here, and words near one another are asked for with W/5.",
  ],
  ["fraud \u00acdeceit", "\u00acdeceit was read as deceit; to leave a word out write NOT deceit."],
  ["fraud n/5 deceit", "n/5 was read as ordinary words; the operator is N/5."],
  ["fraud onear/3 deceit", "onear/3 was read as ordinary words; the operator is ONEAR/3."],
  ["fraud ^2 deceit", "^2 alone is no operator; known are AND, OR and NOT."],
  ["fraud =deceit", '=deceit was read as deceit; to ask for a word in this form alone write "deceit".'],
  ["/fra.d/ deceit", "/fra.d/ was read as words; regular expressions are not offered, * stands for letters."],
  ["fraud$ deceit", "fraud$ was read as fraud; its other endings are asked for with fraud!."],
  ["fraud ~7 deceit", "~7 was read as the word 7; words near one another are asked for with W/7 between them."],
  ["fraud +deceit", "+deceit was read as deceit; to ask for a word in every result write AND deceit."],
  ["fraud -deceit AND reliance", "-deceit was read as deceit; to leave a word out write NOT deceit."],
  ["fraud NEAR deceit", "NEAR was read as an ordinary word; words near one another are asked for with W/5."],
  ["fraud ADJ3 deceit", "ADJ3 was read as an ordinary word; words near one another are asked for with W/5."],
  ["‘due process’ AND fraud", "Single quotation marks make no phrase; put the words between double ones."],
  ["name: miranda", "name: was read as an ordinary word; a field prefix has its word directly behind it."],
  [
    "foo:miranda",
    "foo:miranda was read as words; foo is no field. The fields are name, body, citing, docket, cite, judge, cites, author, court, kind, dissent, concurrence, date, cited.",
  ],
];

describe("what may have been meant otherwise is said", () => {
  test.each(NOTED)("%s", (query, note) => {
    expect(parsed(query).notes).toEqual([note]);
  });

  test.each([
    "duty to warn or to protect third parties",
    "dismissed w/o prejudice",
    "Re: the matter",
    "FRAUD EXCEPT DECEIT BY AGENTS",
    "damages of $500 for [sic] fraud",
    "Smith v. Jones",
  ])("%s is left alone", (query) => {
    expect(parsed(query).notes).toEqual([]);
  });
});

const PLAIN: readonly (readonly [query: string, tree: string])[] = [
  ["fraud", "ranked1(fraud)"],
  ["The fraud, and the deceit.", "ranked2(fraud,deceit)"],
  ["qualified immunity excessive force", "ranked3(qualified,immunity,excessive,force)"],
  ["the of", "ranked2(the,of)"],
  ["fraud, fraud and deceit", "ranked2(boost(fraud),deceit)"],
  ["fraud or deceit", "ranked2(fraud,deceit)"],
  ["cross-examination of witnesses", "ranked2([cross examination],witnesses)"],
  ["42 U.S.C. § 1983", 'pre2("42 usc","1983")'],
  ["42 usc 1983", 'pre2("42 usc","1983")'],
  ["17 CFR § 240.10b-5", 'pre2("17 cfr","240 10b 5")'],
  ["28 U.S.C. 2254(d)(1)", 'pre2("28 usc","2254 d 1")'],
  [
    "42 U.S.C. § 1983 immunity",
    'ranked2(or(pre2("42 usc","1983"),boost(or("§ 1983","section 1983","sec 1983"))),immunity)',
  ],
  ["Can a landlord evict without notice?", "ranked2(landlord,evict,notice)"],
  ["Who is liable? The landlord or the tenant?", "ranked2(liable,landlord,tenant)"],
  ["the plaintiff’s claim", "ranked2(plaintiff,claim)"],
  ["the U.S. treasury", 'ranked2("us",treasury)'],
  ["dismissed w/o prejudice", "ranked2(dismissed,prejudice)"],
  ["Restatement (Second) of Contracts", "ranked2(restatement,second,contracts)"],
  ["(fraud deceit)", "ranked2(fraud,deceit)"],
  ["fraud(deceit)", "ranked2(fraud,deceit)"],
  ["§ 1983", 'ranked1(or("§ 1983","section 1983","sec 1983",boost("1983")))'],
  ["fraud,deceit; intent", "ranked2(fraud,deceit,intent)"],
  ["trademark/copyright and/or d/b/a", "ranked3(trademark,copyright,[and or],[d b a])"],
  ["18 USCA 1001", 'pre2(or("18 usc","18 usca"),"1001")'],
  [
    "See, e.g., Roe v. Wade",
    'or(and(ranked1("roe"),ranked1("wade")),boost(and(ranked1(name:"roe"),ranked1(name:"wade"))),boost(and(ranked1(name:"roe"),ranked1(name:"wade"),name:"roe v")),boost(and(ranked1(name:"roe"),ranked1(name:"wade"),name:"v wade")),boost(and(name:"roe",name:"wade",or(name:"roe v",name:"v wade"))),boost(w10(called:"roe",called:"v wade")))',
  ],
  [
    "See v. Seattle",
    'or(and(ranked1("see"),ranked1("seattle")),boost(and(ranked1(name:"see"),ranked1(name:"seattle"))),boost(and(ranked1(name:"see"),ranked1(name:"seattle"),name:"see v")),boost(and(ranked1(name:"see"),ranked1(name:"seattle"),name:"v seattle")),boost(and(name:"see",name:"seattle",or(name:"see v",name:"v seattle"))),boost(w10(called:"see",called:"v seattle")))',
  ],
  ["§1983 claims", 'ranked2(or("§ 1983","section 1983","sec 1983",boost("1983")),claims)'],
  [
    "Roe v. Wade",
    'or(and(ranked1("roe"),ranked1("wade")),boost(and(ranked1(name:"roe"),ranked1(name:"wade"))),boost(and(ranked1(name:"roe"),ranked1(name:"wade"),name:"roe v")),boost(and(ranked1(name:"roe"),ranked1(name:"wade"),name:"v wade")),boost(and(name:"roe",name:"wade",or(name:"roe v",name:"v wade"))),boost(w10(called:"roe",called:"v wade")))',
  ],
  [
    "Roe v. Wade (1973)",
    'or(and(ranked1("roe"),ranked1("wade")),boost(and(ranked1(name:"roe"),ranked1(name:"wade"))),boost(and(ranked1(name:"roe"),ranked1(name:"wade"),name:"roe v")),boost(and(ranked1(name:"roe"),ranked1(name:"wade"),name:"v wade")),boost(and(name:"roe",name:"wade",or(name:"roe v",name:"v wade"))),boost(w10(called:"roe",called:"v wade")))',
  ],
  [
    "Smith & Co. v. FPC",
    'or(and(ranked1("smith","co"),ranked1("fpc")),boost(and(ranked1(name:"smith",or(name:"co",name:"company")),ranked1(or(name:"fpc",and(name:"federal",name:"power",name:"commission"))))),boost(ranked2(name:"smith",or(name:"co",name:"company"),or(name:"fpc",and(name:"federal",name:"power",name:"commission")))),boost(and(ranked1(name:"smith"),ranked1(or(name:"fpc",and(name:"federal",name:"power",name:"commission"))))),boost(and(ranked1(name:"smith",or(name:"co",name:"company")),ranked1(or(name:"fpc",and(name:"federal",name:"power",name:"commission"))),name:"smith v")),boost(and(ranked1(name:"smith",or(name:"co",name:"company")),ranked1(or(name:"fpc",and(name:"federal",name:"power",name:"commission"))),or(name:"v fpc",name:"v federal power"))),boost(and(name:"smith",or(name:"fpc",and(name:"federal",name:"power",name:"commission")),or(name:"smith v",name:"v fpc",name:"v federal power"))),boost(w10(called:"smith",or(called:"v fpc",called:"v federal power"))))',
  ],
  [
    "Poe v. T. V. A.",
    'or(and(ranked1("poe"),ranked1("tva")),boost(and(ranked1(name:"poe"),ranked1(or(name:"tva",and(name:"tennessee",name:"valley",name:"authority"))))),boost(and(ranked1(name:"poe"),ranked1(or(name:"tva",and(name:"tennessee",name:"valley",name:"authority"))),name:"poe v")),boost(and(ranked1(name:"poe"),ranked1(or(name:"tva",and(name:"tennessee",name:"valley",name:"authority"))),or(name:"v tva",name:"v tennessee valley"))),boost(and(name:"poe",or(name:"tva",and(name:"tennessee",name:"valley",name:"authority")),or(name:"poe v",name:"v tva",name:"v tennessee valley"))),boost(w10(called:"poe",or(called:"v tva",called:"v tennessee valley"))))',
  ],
  [
    "ROE V. MAY",
    'or(and(ranked1("roe"),ranked1("may")),boost(and(ranked1(name:"roe"),ranked1(name:"may"))),boost(and(ranked1(name:"roe"),ranked1(name:"may"),name:"roe v")),boost(and(ranked1(name:"roe"),ranked1(name:"may"),name:"v may")),boost(and(name:"roe",name:"may",or(name:"roe v",name:"v may"))),boost(w10(called:"roe",called:"v may")))',
  ],
  [
    "Why did Poe v. May not help the prisoner?",
    'or(and(ranked1("poe"),ranked1("help","prisoner")),boost(and(ranked1(name:"poe"),ranked1(name:"help",name:"prisoner"))),boost(ranked2(name:"poe",name:"help",name:"prisoner")),boost(and(ranked1(name:"poe"),ranked1(name:"may"))),boost(and(ranked1(name:"poe"),ranked1(name:"help",name:"prisoner"),name:"poe v")),boost(and(ranked1(name:"poe"),ranked1(name:"help",name:"prisoner"),name:"v may")),boost(and(name:"poe",name:"may",or(name:"poe v",name:"v may"))),boost(w10(called:"poe",called:"v may")))',
  ],
  [
    "In re Gault",
    'or(ranked1("gault"),boost(ranked1(name:"gault")),boost(and(ranked1(name:"gault"),or(name:"re",name:"parte",name:"matter",name:"estate",name:"application",name:"petition",name:"interest",name:"guardianship",name:"adoption"))))',
  ],
  ["clear and present danger", "or(ranked2(clear,present,danger),[clear and present danger])"],
  ["Korematsu", 'or(ranked1(korematsu),boost(ranked1(name:"korematsu")))'],
  ["Citizens United", 'or(ranked2(citizens,united),[citizens united],boost(ranked2(name:"citizens",name:"united")))'],
];

test("what stands beside the words of a section sign counts with it", () => {
  const section = 'or("§ 1983","section 1983","sec 1983",boost("1983"))';
  expect(sketch(parsed("§ 1983").tree)).toBe(`or(ranked1(${section}),[§ 1983])`);
  expect(sketch(parsed("§ 1983 claims").tree)).toBe(`or(ranked2(${section},claims),[§ 1983 claims])`);
});

describe("without operators", () => {
  test.each(PLAIN)("%s", (query, expected) => {
    const { tree, operators } = parsed(query);
    const words = tree.kind === "or" && expected.startsWith("ranked") ? tree.children[0]! : tree;
    expect(sketch(words)).toBe(expected);
    expect(operators).toEqual([]);
  });

  test("a pasted passage is read as prose, whatever stands in it", () => {
    const prose =
      'n of capital cases (1989) ("the duty to search for constitutional error with painstaking care is never more ' +
      "exacting AND than it is; see also Smith & Co., 12 (1990) (holding that the court must";
    const { tree, operators, notes } = parsed(prose);
    expect(tree.kind === "or" && tree.children[0]?.kind).toBe("ranked");
    expect(operators).toEqual([]);
    expect(notes.join(" ")).toContain("passage");
  });

  test("one long quotation is still a phrase", () => {
    const quotation =
      "the duty to search for constitutional error with painstaking care is never more exacting than it is";
    expect(parsed(`"${quotation} in a capital case and so it has always been held here"`).tree.kind).toBe("phrase");
  });
});

const at = { start: 0, end: 0 };
const wordText = fc.constantFrom("fraud", "deceit", "reliance", "due", "diligence", "42", "usc", "f3d", "1984a");
/** What is cited is a citation, not any word. */
const scopes = fc.option(fc.constantFrom(...FIELDS.filter((field) => field !== "cites")), { nil: undefined });
const conditions = fc.constantFrom(
  ofCourts(["ca9", "scotus"]),
  ofKind("dissent"),
  citedTimes({ from: 5 }),
  citedTimes({ to: 5 }),
  citedTimes({ from: 1, to: 5 }),
  ...opinionFilters({ dateFrom: "2001-02-03" }),
  ...opinionFilters({ dateTo: "2001-02-03" }),
  ...opinionFilters({ dateFrom: "2001-02-03", dateTo: "2005-12-31" }),
);

function leaves(field: (typeof FIELDS)[number] | undefined): fc.Arbitrary<QueryNode> {
  const scope = field === undefined ? {} : { field };
  const term = fc.record({ text: wordText, exact: fc.boolean() }).map(({ text, exact }): TermNode => {
    return { kind: "term", text, exact, ...scope, at };
  });
  const pattern = fc.constantFrom("fraud*", "*ance", "rel?ance", "d*l?g*");
  const wildcard = pattern.map((text): WildcardNode => ({ kind: "wildcard", pattern: text, ...scope, at }));
  const phrase = fc
    .tuple(fc.boolean(), fc.array(fc.oneof(wordText, pattern), { minLength: 2, maxLength: 4 }))
    .map(([exact, texts]): PhraseNode => {
      const words = texts.map((text): TermNode | WildcardNode =>
        /[*?]/u.test(text) ? { kind: "wildcard", pattern: text, at } : { kind: "term", text, exact, at },
      );
      return { kind: "phrase", words, ...scope, at };
    })
    .filter((node) => node.words.some((word) => word.kind === "term"));
  return fc.oneof(term, wildcard, phrase);
}

/** Anything that may stand in a proximity: no AND, one field throughout. */
function positional(depth: number, field: (typeof FIELDS)[number] | undefined): fc.Arbitrary<QueryNode> {
  if (depth === 0) return leaves(field);
  const inner = positional(depth - 1, field);
  const or = fc
    .array(
      inner.filter((node) => node.kind !== "or"),
      { minLength: 2, maxLength: 3 },
    )
    .map((children): QueryNode => ({ kind: "or", children, at }));
  const near = fc
    .tuple(
      inner,
      inner,
      fc.constantFrom("word", "sentence", "paragraph" as const),
      fc.integer({ min: 1, max: 255 }),
      fc.boolean(),
    )
    .map(([left, right, unit, n, ordered]): QueryNode => {
      if (unit === "word") return { kind: "near", left, right, unit, distance: n, ordered, at };
      if (ordered) return { kind: "near", left, right, unit: unit as "sentence", distance: 0, ordered, at };
      const members = [left, right].flatMap((side) =>
        side.kind === "together" && side.unit === unit ? side.members : [side],
      );
      return { kind: "together", members, unit: unit as "sentence", at };
    });
  return fc.oneof(leaves(field), or, near);
}

function anyTree(depth: number): fc.Arbitrary<QueryNode> {
  const base = scopes.chain((field) => positional(2, field));
  if (depth === 0) return base;
  const inner = anyTree(depth - 1);
  const condition = fc.oneof(
    conditions.map((filter): QueryNode => ({ kind: "filter", filter, at })),
    fc
      .tuple(leaves("body"), fc.integer({ min: 1, max: 255 }))
      .map(([child, count]): QueryNode => ({ kind: "atLeast", count, child, at })),
    fc.constant<QueryNode>({ kind: "term", text: "384us436", exact: true, field: "cites", at }),
  );
  const and = fc
    .tuple(
      fc.array(
        fc.oneof(inner, condition).filter((node) => node.kind !== "and"),
        { minLength: 1, maxLength: 3 },
      ),
      fc.array(inner, { maxLength: 2 }),
    )
    .filter(([found, excluded]) => found.length + excluded.length > 1)
    .map(([found, excluded]): QueryNode => {
      return {
        kind: "and",
        children: [...found, ...excluded.map((child): QueryNode => ({ kind: "not", child, at }))],
        at,
      };
    });
  const or = fc
    .array(
      inner.filter((node) => node.kind !== "or"),
      { minLength: 2, maxLength: 3 },
    )
    .map((children): QueryNode => ({ kind: "or", children, at }));
  return fc.oneof(base, and, or);
}

function withoutPositions(node: unknown): unknown {
  return JSON.parse(JSON.stringify(node, (key, value: unknown) => (key === "at" ? undefined : value)));
}

test("a long passage with a quotation mark left open is still a passage", () => {
  const prose = `misuse." Drawing on the doctrine, the court said that the "licensing agreement was an "egregious" restraint`;
  const { tree } = parsed(`${prose} which amounted to misuse. Id. at 979. It was aimed at preventing the creation`);
  expect(tree.kind === "or" && tree.children.map(({ kind }) => kind)).toEqual(["ranked", "phrase"]);
});

test("printing any tree of operators and reading it gives it back", () => {
  fc.assert(
    fc.property(
      anyTree(2).filter((tree) => printQuery(tree).length <= 4096),
      (tree) => {
        const printed = printQuery(tree);
        // A bare word alone is a ranked query of one word, which is what a person means by it.
        if (tree.kind === "term" && !tree.exact && tree.field === undefined) return;
        if (tree.kind === "phrase" && !printed.includes('"') && !printed.includes(":") && !/[*?]/u.test(printed))
          return;
        expect(withoutPositions(parsed(printed).tree)).toEqual(withoutPositions(tree));
      },
    ),
    { numRuns: 1500 },
  );
});

test("anything typed gives a tree or a fault that points into it", () => {
  const piece = fc.constantFrom(
    ...'( ) " “ ” * ? ! & % AND OR NOT BUT W/5 /s /p +3 PRE/2 W/ W/0 name: court: court:ca9 cite: fraud § U. S. 3d 410'.split(
      " ",
    ),
    "12(b)(6)",
    " ",
    "v.",
    "In re",
    ",",
    ";",
    "«",
    "~",
    "^2",
    "W/x",
    "foo:",
    "date:",
    "\u0000",
    "\ud800",
    "ﬁ",
    "'",
    "-",
    ":",
    "/",
  );
  const garbage = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(" ")),
    fc.array(piece, { maxLength: 30 }).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(garbage, (text) => {
      const result = parseQuery(text, { resolveCourt });
      if (result.ok) {
        expect(withinText(result.value.tree, text.length)).toBe(true);
        return;
      }
      expect(result.error.length).toBeGreaterThan(0);
      for (const fault of result.error) {
        expect(fault.at.start).toBeLessThanOrEqual(fault.at.end);
        expect(fault.at.end).toBeLessThanOrEqual(text.length);
        expect(fault.suggestion).not.toBe("");
        const suggested = /^Did you mean: (.*)$/su.exec(fault.suggestion)?.[1];
        if (suggested !== undefined) expect(parseQuery(suggested, { resolveCourt }).ok).toBe(true);
      }
    }),
    { numRuns: 3000 },
  );
});

function withinText(node: QueryNode, length: number): boolean {
  const inside = node.at.start >= 0 && node.at.start <= node.at.end && node.at.end <= length;
  if (node.kind === "near") return inside && withinText(node.left, length) && withinText(node.right, length);
  if (node.kind === "together") return inside && node.members.every((member) => withinText(member, length));
  if (node.kind === "not" || node.kind === "boost") return inside && withinText(node.child, length);
  if ("children" in node) return inside && node.children.every((child) => withinText(child, length));
  return inside;
}
