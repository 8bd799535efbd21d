import { writeFileSync } from "node:fs";
import { configurationPage } from "../bin/settings.ts";

/** Writes the pages of docs/ that are made from declarations in the code; tests compare them. */
writeFileSync(new URL("../docs/operating/configuration.md", import.meta.url), configurationPage());
