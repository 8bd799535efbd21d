import type { Command } from "commander";

type Group = () => Promise<(program: Command) => void>;

const backup: Group = async () => (await import("./commands/backup.ts")).addBackupCommands;

const remote: Group = async () => (await import("./commands/remote.ts")).addRemoteCommands;

/**
 * The commands by their first word, in the order of the help. A command reads only its own code: all of it together is
 * over two thousand files, a second before the first word.
 */
export const COMMANDS: ReadonlyMap<string, Group> = new Map<string, Group>([
  ["serve", async () => (await import("./commands/serve.ts")).addServeCommand],
  ["init", async () => (await import("./commands/init.ts")).addInitCommand],
  ["plan", async () => (await import("./commands/plan.ts")).addPlanCommand],
  ["import", async () => (await import("./commands/import.ts")).addImportCommand],
  ["fetch", async () => (await import("./commands/fetch.ts")).addFetchCommand],
  ["schedule", async () => (await import("./commands/schedule.ts")).addScheduleCommand],
  ["keys", async () => (await import("./commands/keys.ts")).addKeyCommands],
  ["users", async () => (await import("./commands/users.ts")).addUserCommands],
  ["organizations", async () => (await import("./commands/organizations.ts")).addOrganizationCommands],
  ["sso", async () => (await import("./commands/sso.ts")).addSsoCommands],
  ["audit", async () => (await import("./commands/audit.ts")).addAuditCommand],
  ["plans", async () => (await import("./commands/plans.ts")).addPlanCommands],
  ["oauth", async () => (await import("./commands/oauth.ts")).addOAuthCommands],
  ["login", remote],
  ["logout", remote],
  ["whoami", remote],
  ["tools", remote],
  ["spending", async () => (await import("./commands/spending.ts")).addSpendingCommands],
  ["sample", async () => (await import("./commands/sample.ts")).addSampleCommands],
  ["index", async () => (await import("./commands/index.ts")).addIndexCommands],
  ["embed", async () => (await import("./commands/embed.ts")).addEmbedCommands],
  ["cite", async () => (await import("./commands/cite.ts")).addCiteCommands],
  ["db", async () => (await import("./commands/database.ts")).addDatabaseCommands],
  ["backup", backup],
  ["restore", backup],
  ["jobs", async () => (await import("./commands/jobs.ts")).addJobsCommands],
  ["records", async () => (await import("./commands/records.ts")).addRecordsCommands],
  ["doctor", async () => (await import("./commands/doctor.ts")).addDoctorCommand],
]);

/** Adds the command that `word` names, with those of its file; all of them, for the help or a suggestion, when it names none. */
export async function addCommands(program: Command, word: string | undefined): Promise<void> {
  const named = word === undefined ? undefined : COMMANDS.get(word);
  const groups = named === undefined ? [...new Set(COMMANDS.values())] : [named];
  for (const load of groups) (await load())(program);
}
