import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Reader, Trx } from "#db/connection.ts";
import { isUniqueViolation } from "#db/failures.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import type { AuditEventName } from "../audit/events.ts";
import { newToken } from "../tokens.ts";
import { readEmail } from "../users/email.ts";
import type { By } from "../users/admins.ts";
import { isKeeper, requireSettler } from "./settlers.ts";

/** A mail domain that an organization says is its own. */
export type FirmDomain = {
  readonly domain: string;
  /** The text that a TXT record of `_onpoint.<domain>` has to hold. */
  readonly proof: string;
  readonly verifiedAt: string | null;
  /** `dns`, an administrator's id, or `operator`. */
  readonly verifiedBy: string | null;
};

/** Looks up the TXT records of a name. */
export type LookUpTxt = (name: string) => Promise<readonly (readonly string[])[]>;

const DOMAINS_MAX = 50;
const PROOF = "onpoint-verification=";

export type OfDomain = { readonly organizationId: string; readonly domain: string };

/**
 * Names a domain. By the word of an administrator of the service it counts at once, else once the DNS shows it. Throws
 * `invalid_input`, `forbidden`, or `conflict` for one of another organization.
 */
export async function addDomain({ db, clock }: Accounts, wanted: OfDomain, by: By): Promise<FirmDomain> {
  const domain = readDomain(wanted.domain);
  const { organizationId } = wanted;
  const at = clock();
  return transaction(db, async (trx) => {
    await requireSettler(trx, organizationId, by);
    const held = await domainsOf(trx, organizationId);
    if (held.length >= DOMAINS_MAX) throw new OnpointError("conflict", `at most ${DOMAINS_MAX} domains are kept`);
    await trx
      .insertInto("firm_domains")
      .values({
        organization_id: organizationId,
        domain,
        proof: `${PROOF}${newToken()}`,
        verified_at: null,
        verified_by: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await note(trx, "firm_domain_added", { organizationId, domain }, by, at);
    if (await isKeeper(trx, by.actorId)) await verify(trx, { organizationId, domain }, by.actorId, by, at);
    return heldDomain(trx, { organizationId, domain });
  });
}

/** Looks whether the DNS shows that the domain is the organization's. Throws `conflict` where it does not. */
export async function verifyByDns(
  { db, clock }: Accounts,
  { lookUp, ...wanted }: OfDomain & { readonly lookUp: LookUpTxt },
  by: By,
): Promise<FirmDomain> {
  const of = { organizationId: wanted.organizationId, domain: readDomain(wanted.domain) };
  await requireSettler(db, of.organizationId, by);
  const { proof } = await heldDomain(db, of);
  const records = await lookUp(`_onpoint.${of.domain}`).catch(() => []);
  if (!records.some((parts) => parts.join("").trim() === proof)) {
    throw new OnpointError("conflict", `no TXT record of _onpoint.${of.domain} holds the text`, {
      hint: "A new record may take some minutes to be seen everywhere.",
    });
  }
  const at = clock();
  return transaction(db, async (trx) => {
    await verify(trx, of, "dns", by, at);
    return heldDomain(trx, of);
  });
}

export async function removeDomain({ db, clock }: Accounts, wanted: OfDomain, by: By): Promise<void> {
  const of = { organizationId: wanted.organizationId, domain: readDomain(wanted.domain) };
  const at = clock();
  await transaction(db, async (trx) => {
    await requireSettler(trx, of.organizationId, by);
    await heldDomain(trx, of);
    await trx
      .deleteFrom("firm_domains")
      .where("organization_id", "=", of.organizationId)
      .where("domain", "=", of.domain)
      .execute();
    await note(trx, "firm_domain_removed", of, by, at);
  });
}

/** Those of an organization, by name. */
export async function domainsOf(db: Reader, organizationId: string): Promise<FirmDomain[]> {
  const rows = await db
    .selectFrom("firm_domains")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .orderBy("domain")
    .execute();
  return rows.map(({ domain, proof, verified_at, verified_by }) => ({
    domain,
    proof,
    verifiedAt: verified_at,
    verifiedBy: verified_by,
  }));
}

/** Whether a mail domain has been shown to be the organization's. */
export async function isOwnDomain(db: Reader, { organizationId, domain }: OfDomain): Promise<boolean> {
  return (await domainsOf(db, organizationId)).some((one) => one.domain === domain && one.verifiedAt !== null);
}

async function heldDomain(db: Reader, { organizationId, domain }: OfDomain): Promise<FirmDomain> {
  const held = (await domainsOf(db, organizationId)).find((one) => one.domain === domain);
  if (held !== undefined) return held;
  throw new OnpointError("not_found", "the organization has not named this domain");
}

async function verify(trx: Trx, of: OfDomain, verified_by: string, by: By, at: Date): Promise<void> {
  try {
    await trx
      .updateTable("firm_domains")
      .set({ verified_at: at.toISOString(), verified_by })
      .where("organization_id", "=", of.organizationId)
      .where("domain", "=", of.domain)
      .execute();
  } catch (thrown) {
    if (!isUniqueViolation(thrown)) throw thrown;
    throw new OnpointError("conflict", "this domain belongs to another organization here", {
      hint: "An administrator of this service can say whose it is.",
    });
  }
  await note(trx, "firm_domain_verified", of, by, at);
}

async function note(trx: Trx, event: AuditEventName, of: OfDomain, { actorId, origin }: By, at: Date): Promise<void> {
  await noteEvent(trx, { event, at, actorId, origin, detail: { organization: of.organizationId, domain: of.domain } });
}

/** As the domain of a mail address is written. */
function readDomain(typed: string): string {
  const text = typed.trim().replace(/^@/u, "");
  if (text.includes(".") && !text.includes("@")) {
    try {
      return readEmail(`a@${text}`).slice(2);
    } catch {
      // Told below, in words for a domain.
    }
  }
  throw new OnpointError("invalid_input", "this is not an e-mail domain", {
    hint: "Write it as firm.example.",
    faults: [{ path: "domain", message: "is not an e-mail domain" }],
  });
}
