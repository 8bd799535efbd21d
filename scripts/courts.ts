import { writeFileSync } from "node:fs";
import { nameFormsText } from "../src/courts/name-forms.ts";
import { allCourts } from "../src/courts/registry.ts";

/** Writes the ways to name each court, which are made from the table and from how names are read; a test compares them. */
writeFileSync(new URL("../src/courts/name-forms.tsv", import.meta.url), nameFormsText(allCourts()));
