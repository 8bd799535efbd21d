/**
 * Words that say nothing about what is searched for. A query without operators passes over them, since nearly every
 * opinion holds them; in phrases, proximities and with operators they are words like any other.
 */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those such
   and or but nor if then than so as because while whether though although
   of in on at by for with from to into upon under over within without between among against about after before through during
   is are was were be been being am do does did done has have had having
   will would shall should can could may might must
   i me my we us our you your he him his she her it its they them their who whom whose which what when where why how
   not no any all some each every both either neither other another same own only
   there here also very more most much many few less least just even still yet again further
   v vs s t`
    .split(/\s+/u)
    .filter((word) => word !== "us"),
);

export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word);
}
