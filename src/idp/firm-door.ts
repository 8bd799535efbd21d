import { resolveTxt } from "node:dns/promises";
import type { Accounts } from "#accounts/accounts.ts";
import type { LookUpTxt } from "#accounts/firms/domains.ts";
import { endAllApps } from "#oauth/connected-apps.ts";
import { backChannel } from "./logout-token.ts";
import type { BackChannel } from "./logout-token.ts";
import { providerClients } from "./provider-client.ts";
import { relyingParty } from "./relying-party.ts";
import type { RelyingParty } from "./relying-party.ts";

/** Through which the people of firms come in, and are shown out. */
export type FirmDoor = {
  readonly relyingParty: RelyingParty;
  readonly backChannel: BackChannel;
  readonly lookUpTxt: LookUpTxt;
};

export type FirmDoorOptions = {
  readonly accounts: Accounts;
  /** Origins of providers inside the operator's own network. */
  readonly trusted: readonly string[];
  /** Ends what applications may do for somebody. */
  readonly endApps?: (userId: string) => Promise<void>;
  readonly lookUpTxt?: LookUpTxt;
};

export function openFirmDoor({
  accounts,
  trusted,
  endApps = async (userId) => endAllApps(accounts.db, userId),
  lookUpTxt = resolveTxt,
}: FirmDoorOptions): FirmDoor {
  const clients = providerClients({ trusted });
  return {
    relyingParty: relyingParty(accounts, clients),
    backChannel: backChannel(accounts, clients, endApps),
    lookUpTxt,
  };
}
