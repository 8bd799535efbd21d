// Takes the types out of every file beforehand, for a server whose user cannot write the program's folder (an image, a
// package that another user installed): node bin/strip-types.mjs, by a user who can.
import { fileURLToPath } from "node:url";
import { KEPT, keepAll } from "./stripped.mjs";

if (!keepAll(fileURLToPath(new URL("..", import.meta.url)))) {
  process.stderr.write(`onpoint: ${KEPT} cannot be written. Run this as a user who can write there.\n`);
  process.exit(1);
}
