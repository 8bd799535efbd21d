import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { ACCOUNT_CHECKS } from "#accounts/checks.ts";
import { createApiKeys } from "#accounts/migrations/0001-api-keys.ts";
import { createSecrets } from "#accounts/migrations/0012-secrets.ts";
import { createUsers } from "#accounts/migrations/0014-users.ts";
import { createSecondFactors } from "#accounts/migrations/0016-second-factors.ts";
import { createTeams } from "#accounts/migrations/0018-teams.ts";
import { createLedger } from "#accounts/migrations/0021-ledger.ts";
import { findByPerson } from "#accounts/migrations/0023-found-by-person.ts";
import { noteReplacedKeys } from "#accounts/migrations/0025-replaced-keys.ts";
import { createRequestBuckets } from "#accounts/migrations/0030-request-buckets.ts";
import { createKnownBrowsers } from "#accounts/migrations/0034-known-browsers.ts";
import { createPasskeys } from "#accounts/migrations/0038-passkeys.ts";
import { createSignInRules } from "#accounts/migrations/0040-sign-in-rules.ts";
import { addMatters } from "#accounts/migrations/0036-matters.ts";
import { createFirms, createScim } from "#accounts/migrations/0041-firms.ts";
import { FIRM_TABLES } from "#accounts/firms/tables.ts";
import { ACCOUNT_TABLES } from "#accounts/tables.ts";
import { createCases } from "#cases/migrations/0001-cases.ts";
import { CASE_CHECKS } from "#cases/checks.ts";
import { createMatters } from "#cases/migrations/0005-matters.ts";
import { addSourceOfCases } from "#cases/migrations/0007-printed-numbers.ts";
import { CASE_TABLES } from "#cases/tables.ts";
import { joinHeldMatters } from "#opinions/store/migrations/0005-join-matters.ts";
import { createHeadReadings } from "#opinions/store/migrations/0007-head-readings.ts";
import { createCiting } from "#citator/migrations/0003-citing.ts";
import { createCitatorDecisions } from "#citator/migrations/0004-decisions.ts";
import { createCitingLaws } from "#citator/migrations/0011-citing-laws.ts";
import { keepPlaces } from "#citator/migrations/0027-places.ts";
import { addScope } from "#citator/migrations/0028-scope.ts";
import { keepTallies } from "#citator/migrations/0029-tallies.ts";
import { noteRules } from "#citator/migrations/0031-rules.ts";
import { noteLawTreatments } from "#citator/migrations/0042-law-treatments.ts";
import { CITATOR_CHECKS } from "#citator/checks.ts";
import { CITATOR_TABLES } from "#citator/tables.ts";
import { DOCKET_CHECKS } from "#dockets/checks.ts";
import { createDockets } from "#dockets/migrations/0013-dockets.ts";
import { noteRecognition } from "#dockets/migrations/0026-recognised-words.ts";
import { DOCKET_TABLES } from "#dockets/tables.ts";
import { createSequences } from "#db/migrations/0001-sequences.ts";
import { createUnreadRecords } from "#db/migrations/0032-unread-records.ts";
import { createEvents } from "#db/migrations/0035-events.ts";
import { SEQUENCE_TABLES } from "#db/schema.ts";
import type { Schema } from "#db/schema.ts";
import { createImports } from "#importers/migrations/0001-imports.ts";
import { IMPORT_TABLES } from "#importers/tables.ts";
import { createOAuth } from "#oauth/migrations/0020-oauth.ts";
import { noteDevicePolls } from "#oauth/migrations/0037-device-polls.ts";
import { indexGrants, nameGrants } from "#oauth/migrations/0024-grants-by-id.ts";
import { OAUTH_TABLES } from "#oauth/tables.ts";
import { createJobs } from "#jobs/migrations/0035-jobs.ts";
import { JOB_TABLES } from "#jobs/tables.ts";
import { LAW_CHECKS } from "#laws/checks.ts";
import { createLaws } from "#laws/migrations/0009-laws.ts";
import { noteCurrency } from "#laws/migrations/0033-currency.ts";
import { LAW_TABLES } from "#laws/tables.ts";
import { FILING_CHECKS } from "#dockets/filings/checks.ts";
import { createTrialFilings } from "#dockets/filings/migrations/0015-trial-filings.ts";
import { FILING_TABLES } from "#dockets/filings/tables.ts";
import { OPINION_CHECKS } from "#opinions/store/checks.ts";
import { addTextSums } from "#opinions/store/migrations/0010-text-sums.ts";
import { joinHeldWorks } from "#opinions/store/migrations/0008-works.ts";
import { createDecisions } from "#opinions/store/migrations/0001-decisions.ts";
import { addCleaning } from "#opinions/store/migrations/0006-cleaning.ts";
import { OPINION_TABLES } from "#opinions/store/tables.ts";
import { OPINION_TEXTS } from "#opinions/store/text-sums.ts";
import { RECORDS_CHECKS } from "#records/checks.ts";
import { createRecords } from "#records/migrations/0019-records.ts";
import { dropOwnBudgets } from "#records/migrations/0022-one-ledger.ts";
import { RECORDS_TABLES } from "#records/tables.ts";
import { createIndexedOpinions } from "#projections/migrations/0002-indexed-opinions.ts";
import { PROJECTION_CHECKS } from "#projections/checks.ts";
import { PROJECTION_TABLES } from "#projections/tables.ts";

/** The records as a whole: what each folder declares of them, put together. */
export const SCHEMA: Schema = {
  primaryKeys: {
    ...CASE_TABLES,
    ...OPINION_TABLES,
    ...LAW_TABLES,
    ...DOCKET_TABLES,
    ...FILING_TABLES,
    ...RECORDS_TABLES,
    ...SEQUENCE_TABLES,
    ...PROJECTION_TABLES,
    ...JOB_TABLES,
    ...IMPORT_TABLES,
    ...ACCOUNT_TABLES,
    ...FIRM_TABLES,
    ...OAUTH_TABLES,
    ...CITATOR_TABLES,
  },
  numbered: ["import_runs", "audit_events", "ledger", "citing_opinions"],
  seeded: ["plans"],
  migrations: {
    "0001-records": steps(createCases, createDecisions, createSequences, createImports, createApiKeys),
    "0002-indexing": steps(createIndexedOpinions),
    "0003-citator": steps(createCiting),
    "0004-citator-decisions": steps(createCitatorDecisions),
    "0005-cases": steps(createMatters, joinHeldMatters),
    "0006-cleaning": steps(addCleaning),
    "0007-head-readings": steps(addSourceOfCases, createHeadReadings),
    "0008-works": steps(joinHeldWorks),
    "0009-laws": steps(createLaws),
    "0010-text-sums": steps(addTextSums),
    "0011-citing-laws": steps(createCitingLaws),
    "0012-secrets": steps(createSecrets),
    "0013-dockets": steps(createDockets),
    "0014-users": steps(createUsers),
    "0015-trial-filings": steps(createTrialFilings),
    "0016-second-factors": steps(createSecondFactors),
    "0018-teams": steps(createTeams),
    "0019-records": steps(createRecords),
    "0020-oauth": steps(createOAuth),
    "0021-ledger": steps(createLedger),
    "0022-one-ledger": steps(dropOwnBudgets),
    "0023-found-by-person": steps(findByPerson),
    "0024-grants-by-id": steps(nameGrants, indexGrants),
    "0025-replaced-keys": steps(noteReplacedKeys),
    "0026-recognised-words": steps(noteRecognition),
    "0027-places-of-citations": steps(keepPlaces),
    "0028-scope": steps(addScope),
    "0029-tallies": steps(keepTallies),
    "0030-request-buckets": steps(createRequestBuckets),
    "0031-rules-of-readings": steps(noteRules),
    "0032-unread-records": steps(createUnreadRecords),
    "0033-currency-of-laws": steps(noteCurrency),
    "0034-known-browsers": steps(createKnownBrowsers),
    "0035-events-and-jobs": steps(createEvents, createJobs),
    "0036-matters": steps(addMatters),
    "0037-device-polls": steps(noteDevicePolls),
    "0038-passkeys": steps(createPasskeys),
    "0040-sign-in-rules": steps(createSignInRules),
    "0041-firms": steps(createFirms, createScim),
    "0042-law-treatments": steps(noteLawTreatments),
  },
  additive: [
    "0032-unread-records",
    "0033-currency-of-laws",
    "0034-known-browsers",
    "0035-events-and-jobs",
    "0036-matters",
    "0037-device-polls",
    "0038-passkeys",
    "0040-sign-in-rules",
    "0041-firms",
    "0042-law-treatments",
  ],
  checks: [
    ...ACCOUNT_CHECKS,
    ...CASE_CHECKS,
    ...OPINION_CHECKS,
    ...LAW_CHECKS,
    ...DOCKET_CHECKS,
    ...FILING_CHECKS,
    ...RECORDS_CHECKS,
    ...CITATOR_CHECKS,
    ...PROJECTION_CHECKS,
  ],
  contents: [OPINION_TEXTS],
};

type Step = (db: Kysely<unknown>) => Promise<void>;

function steps(...all: readonly Step[]): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const step of all) await step(db);
    },
  };
}
