import { expect, test } from "vitest";
import { withoutLogin } from "./without-login.ts";

const ROW = "<TH><FONT SIZE=-1> PACER Login: </FONT></TH><TD><FONT SIZE=-1> firm:4821:0 </FONT></TD>";

test.each([
  [ROW, ROW.replace("firm:4821:0 ", "(not shown)")],
  ["<td>Pacer&nbsp;Login:</td><td>&nbsp;firm</td>", "<td>Pacer&nbsp;Login:</td><td>&nbsp;(not shown)</td>"],
  ["<b>PACER Login:</b></td></tr>", "<b>PACER Login:</b></td></tr>"],
  [
    `Run by firm:4821:0. <a href="mailto:a-firm:4821:0@x">${ROW}`,
    `Run by (not shown). <a href="mailto:a-firm:4821:0@x">${ROW.replace("firm:4821:0 ", "(not shown)")}`,
  ],
  ["MOTION to disclose the login: of the clerk", "MOTION to disclose the login: of the clerk"],
])("%s", (page, shown) => expect(withoutLogin(page)).toBe(shown));
