import { Command, CommanderError } from "commander";
import { addBackupCommands } from "./commands/backup.ts";
import { addCiteCommands } from "./commands/cite.ts";
import { addDatabaseCommands } from "./commands/database.ts";
import { addDoctorCommand } from "./commands/doctor.ts";
import { addEmbedCommands } from "./commands/embed.ts";
import { addImportCommand } from "./commands/import.ts";
import { addIndexCommands } from "./commands/index.ts";
import { addKeyCommands } from "./commands/keys.ts";
import { addOrganizationCommands } from "./commands/organizations.ts";
import { addPlanCommands } from "./commands/plans.ts";
import { addRecordsCommands } from "./commands/records.ts";
import { addOAuthCommands } from "./commands/oauth.ts";
import { addSampleCommands } from "./commands/sample.ts";
import { addServeCommand } from "./commands/serve.ts";
import { addSpendingCommands } from "./commands/spending.ts";
import { addUserCommands } from "./commands/users.ts";
import { EXIT, reportFailure } from "./terminal.ts";
import { VERSION } from "./version.ts";

const program = new Command("onpoint")
  .description("Self-hosted legal research: US court opinions over an HTTP API, with search and a citator.")
  .version(VERSION)
  .showHelpAfterError("(add --help for what is possible)")
  .exitOverride()
  .addHelpText("after", "\nExample:\n  $ onpoint serve\n\nSettings: docs/operating/configuration.md");

addServeCommand(program);
addImportCommand(program);
addKeyCommands(program);
addUserCommands(program);
addOrganizationCommands(program);
addPlanCommands(program);
addOAuthCommands(program);
addSpendingCommands(program);
addSampleCommands(program);
addIndexCommands(program);
addEmbedCommands(program);
addCiteCommands(program);
addDatabaseCommands(program);
addBackupCommands(program);
addRecordsCommands(program);
addDoctorCommand(program);

// Whoever reads the output may stop early, as `| head` does.
process.stdout.on("error", (thrown: NodeJS.ErrnoException) => {
  if (thrown.code !== "EPIPE") throw thrown;
  process.exit(EXIT.ok);
});

try {
  await program.parseAsync();
} catch (thrown) {
  if (thrown instanceof CommanderError) process.exitCode = thrown.exitCode === 0 ? EXIT.ok : EXIT.usage;
  else if (thrown instanceof Error && thrown.name === "AbortError") process.exitCode = EXIT.interrupted;
  else process.exitCode = reportFailure(thrown);
}
