import { expect, test } from "vitest";

import { stemKey } from "./stem.ts";

/** Words and the stems that Snowball's own program gives them, some for each of its rules. */
const STEMS = `caresses>caress ties>tie tied>tie cries>cri gas>gas this>this gaps>gap kiwis>kiwi bus>bus grass>grass
  yours>your boy>boy enjoy>enjoy dying>die lying>lie tying>tie cry>cri say>say proceed>proceed exceed>exceed
  succeed>succeed agreed>agre feed>feed exceeding>exceed guaranteed>guarante indeed>inde evening>evening
  canning>canning inning>inning earring>earring herring>herring outing>outing luxuriated>luxuri hopping>hop
  hoping>hope hopped>hop adding>add egged>egg offing>off fizzed>fizz falling>fall filing>file conflated>conflat
  troubled>troubl sized>size shed>shed bed>bed sing>sing pasted>paste pasting>paste past>past happily>happili
  conditional>condit rational>ration valency>valenc hesitancy>hesit conformably>conform differently>differ
  radically>radic vilely>vile analogously>analog vietnamization>vietnam predication>predic operator>oper
  feudalism>feudal decisiveness>decis hopefulness>hope callousness>callous formality>formal sensitivity>sensit
  sensibility>sensibl theology>theolog theologist>theolog apology>apolog harmlessly>harmless badly>bad only>onli
  early>earli gently>gentl triplicate>triplic formative>format formalize>formal electricity>electr
  electrical>electr hopeful>hope goodness>good national>nation revival>reviv allowance>allow inference>infer
  airliner>airlin gyroscopic>gyroscop adjustable>adjust defensible>defens irritant>irrit replacement>replac
  adjustment>adjust dependent>depend adoption>adopt confession>confess communism>communism activate>activ
  angularity>angular homologous>homolog effective>effect bowdlerize>bowdler probate>probat rate>rate cease>ceas
  controll>control roll>roll fulfill>fulfil bell>bell tables>tabl general>general generous>generous commune>commune
  community>communiti communion>communion arsenal>arsenal emergency>emergenc emergent>emergent internal>internal
  international>internat interest>interest later>later lateral>lateral organ>organ organization>organiz
  universe>univers university>universiti universal>universal skis>ski skies>sky sky>sky news>news bias>bias
  atlas>atlas contracted>contract contractual>contractu fraudulently>fraudul estoppel>estoppel estopped>estop
  negligence>neglig negligently>neglig liability>liabil liable>liabl statutory>statutori statutes>statut
  defendants>defend defense>defens defensive>defens appellate>appel appellee>appelle jurisdictional>jurisdict
  unconstitutionally>unconstitut reasonably>reason testimony>testimoni testifying>testifi deceived>deceiv
  deceptive>decept breaches>breach injunction>injunct enjoining>enjoin immunity>immun qualified>qualifi
  overruling>overrul dissenting>dissent yielding>yield employee>employe employment>employ`;

test("words have the stems that Snowball gives them", () => {
  const pairs = STEMS.split(/\s+/u).map((pair) => pair.split(">"));
  expect(pairs.length).toBeGreaterThan(150);
  expect(pairs.map(([word = ""]) => [word, stemKey(word)])).toEqual(
    pairs.map(([word, stem]) => [word, `stem ${stem}`]),
  );
});

test("short words, numbers and signs have no other forms", () => {
  expect(["us", "1028a", "f3d", "§"].map(stemKey)).toEqual(["word us", "word 1028a", "word f3d", "word §"]);
});
