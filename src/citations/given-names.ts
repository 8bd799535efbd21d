/**
 * First names many Americans bear: alone they do not tell two parties apart. Told by their frequency in census lists;
 * names that are as often surnames of litigants (`Thomas`, `Scott`) count only while nothing else is there.
 */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(
  (
    "aaron adam alan albert alexander alfred alice allen amy andrea andrew angela ann anna anne anthony antonio arthur " +
    "barbara benjamin bernard betty beverly billy bobby bradley brandon brenda brian bruce bryan carl carlos carol " +
    "carolyn catherine charles cheryl christina christine christopher clarence craig curtis cynthia daniel david " +
    "deborah debra denise dennis diana diane donald donna dorothy douglas earl edward edwin eileen elizabeth ellen " +
    "emily eric ernest eugene evelyn florence francis francisco frank franklin fred frederick gary george gerald " +
    "gloria gregory harold harry heather helen henry herbert howard jack jacqueline james jane janet janice jason " +
    "jean jeffrey jennifer jeremy jerry jesse jessica jim joan joe john johnny jonathan jose joseph joshua joyce juan " +
    "judith judy julia julie justin karen katherine kathleen kathryn keith kelly kenneth kevin kimberly larry laura " +
    "lawrence leonard leroy leslie linda lisa lois louis louise luis margaret maria marie marilyn mark martha martin " +
    "marvin mary matthew melissa melvin michael michelle mildred nancy nathan nicholas nicole norman pamela patricia " +
    "patrick paul paula peter philip phillip phyllis rachel ralph raymond rebecca ricardo richard robert roberto " +
    "robin rodney roger roland ronald rose roy russell ruth ryan samuel sandra sara sarah sharon shirley stanley " +
    "stephanie stephen steve steven susan teresa theodore theresa thomas timothy todd travis victor victoria vincent " +
    "virginia walter wayne wendy william willie wm jno chas geo jas thos benj saml"
  ).split(" "),
);
