/** Invented sentences; `|` stands where one ends. Read as marked by every user of the splitter. */
export const SENTENCES: readonly string[] = `
We affirm.| The rule is old.
Why?| Because the deed says so.
Stop!| The bailiff rose.
He asked why? and then left.
It is so.| 42 U.S.C. § 1983 says as much.
It is so.| § 12 governs.
It is so.| ¶ 4 of the lease governs.
It is so.| $500 was paid.
The will named Prof. Alder.
The will named Prof. Alder.| It named nobody else.
Rev. Birch and Hon. Cedar sat with Gen. Dogwood and Capt. Elm.
Mr. and Mrs. Fir sued Dr. Gum.
Messrs. Hazel and Ivy appeared for Ms. Juniper.
Justice J. Fir wrote for the Court.| Mr. Oak dissented.
J. R. Larch was called.| T. S. Maple was not.
Wm. Oak and Geo. Pine, Jr. Trustee, answered.
The 93d Cong. 2d Sess. passed it.
H.R. Rep. No. 12, 93d Cong., 2d Sess. 4, says why.
See 5 Wall. 475 and 4 Wheat. 316.
See Alder v. Birch, 72 U.S. (5 Wall. 475).| It holds.
The opinion is by Justice Black.| The others joined.
In 1 Cranch 137 and 3 Dall. 386 it is said.
He papered the wall.| The landlord objected.
Nobody knew how.| The clerk did not ask.
See Alder v. Birch, 12 F. 2d 34, 36 (2d Cir. 1950).| We agree.
See Cedar v. Elm, 1 F. Supp. 2d 3 (S.D.N.Y. 1990).| Fir is not to the contrary.
In Cedar Mfg. Co. v. Elm, Inc., the court held so.1| It was wrong.
In Cedar Mfg. Co. v. Elm, Inc., the court held so.[12]| It was wrong.
Grove Ins. Co. v. Hazel Bros. Ltd. held it.
Ivy Ass'n v. Comm'r of Rev. Dep't is not in point.
Mr. Smith sued Acme Co. The court heard him.
It was shipped in the U.S. The rest was not.
42 U.S.C. § 1983.| Section 5 applies.
18 U. S. C. § 2 and 5 U.S. C. § 7 are cited.
The rule of Fed. R. Civ. P. 12 governs.
It moved under Rule 12(b)(6).| The motion was denied.
See 29 C.F.R. § 1910.12(a).| That section is plain.
Under U.S. Const. art. III, the courts sit.
Under U.S. Const. amend. XIV it fails.
The state of the art.| The patent adds nothing.
The answer is no.| The appeal fails.
In case no. CV-12 it was so held.
In No. 12-345 and Nos. 5 and 6 it was so held.
See p. 5, pp. 6 and n. 7 of the brief.
See vol. 3, ch. 4, cl. 5 and sec. 6 of the report.
See Tr. 45, Pet. App. 12a, Br. 7 and Ex. B of the record.
The Dkt. No. 4 entry and Compl. ¶ 5 agree.
Id. at 5.| We follow it.
See id.| The court below erred.
Id. § 5 and Id. ¶ 6 are to the same effect.
Id. (Opinion of Fir, J.) says no less.
Ibid.| That was error.
It sold oak, elm, fir, etc.| The buyer paid.
See §§ 5 et seq.| The act is plain.
Hazel et al. Appellants argue otherwise.
Cf. Alder; e.g. Birch; i.e. Cedar.
The decree was aff'd. Id. at 7.
Cert. den. Elm v. Fir, 3 Samp. 4.
Gum, supra.| The court there held otherwise.
On Jan. 5, Feb. 6 and Sept. 7 he wrote.
On Dec. 8, 1990.| The letter came late.
The march began in May.| The strike began in June.
Hazel lived in Mass. and in Wash. State.
The crowd was a mass.| The priest fled.
He would wash.| The maid would dry.
He said "stop."| Then he left.
He said “stop.”| Then he left.
He said ‘stop.’| “Go,” she said.
She wrote “it is ‘so.’ ”| The court agreed.
He said “stop.” and left.
The law is old.| (It is also bad.)| We follow it.
The law is old (see below).| We follow it.
The law is old (see Elm Co.) The rest follows.
The law is old.| [Footnote omitted.]| We follow it.
The rule is old. (citing Alder v. Birch).
“The rule is old.”| [T]he court said so.
The statute says: (1) pay.| (2) Go home.
The statute says pay. . . . or go.
The court held . . . Congress may not.
The court held. . . .| Congress may not.
The court held ... Congress may not.
The court held....| Congress may not.
He paid $1.50 and $2.75 in 1990.| He kept the rest.
He paid in 1990.3| He kept the rest.
The rate was 3.25 Percent in all.
It is 1995.| The year ended.
The court found so.| *355 The appeal followed.
It was exhibit B. The judge saw it.
Nobody but I. The others left.
He holds a Ph.D. The other does not.
The J.D. and the LL.M. were both held by Ivy.
¿Por qué?| Ávila did not say.
The señor testified.| Ángel did not.
The heading is long
It has no period.
1. The first point is bad.¶|2. The second is worse.
First point.¶|1. The court erred.| It did.
First point.¶|12 . The note is short.| It ends.
Heading¶¶|IV. Discussion of the law.| It is short.
Heading¶¶|Text begins.
It ends.¶¶|Text begins.
See Elm v. Fir Prods.¶28 In Gum we held otherwise.
It was so held.¶|28 In Gum we held otherwise.
See id.¶|5 See Hazel.
The rule is old.—Mr. Oak dissents.
The rule is old; The rest: Nothing.
See the site at law.example.| It is down.
So the court held.| So. Rep. 5 is not to the contrary.
Cert. den. Gum v. Hazel, 3 Samp. 5.
He is a gen. manager of the firm.
`
  .split("\n")
  .filter((line) => line !== "");
