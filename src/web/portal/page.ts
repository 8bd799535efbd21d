import type { Accounts } from "#accounts/accounts.ts";
import type { Origin } from "#accounts/audit/audit.ts";
import type { KnownBrowser } from "#accounts/sign-in/known-browsers.ts";
import type { SignedIn } from "#accounts/sessions/sessions.ts";
import type { FirmDoor } from "#idp/firm-door.ts";
import type { ConnectedApps } from "#oauth/connected-apps.ts";
import type { DeviceRequests } from "#oauth/devices.ts";
import type { Markup } from "../document.ts";
import type { Service } from "./service.ts";

export type { Markup };

/** A request for a page, and who makes it. */
export type Visit = {
  readonly accounts: Accounts;
  readonly apps: ConnectedApps;
  readonly devices: DeviceRequests;
  readonly service: Service;
  readonly firms: FirmDoor;
  readonly origin: Origin;
  /** The path and what was asked behind it. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Empty unless a form was sent. */
  readonly form: URLSearchParams;
  /** What the browser presents of a sign-in, whether it holds or not. */
  readonly token: string | undefined;
  readonly signedIn: SignedIn | undefined;
  /** What the browser keeps of earlier sign-ins, of whomever. */
  readonly browser: string | undefined;
  /** What it keeps of sign-ins that went to an identity provider. */
  readonly departed: string | undefined;
  /** The field that shows that a form is ours. */
  readonly guard: string;
  /** Makes a call of the API as if it came from where this request came from. */
  readonly call: (request: Request) => Promise<Response>;
};

/** A visit of somebody who is signed in. */
export type OwnVisit = Visit & { readonly token: string; readonly signedIn: SignedIn };

/** What was wrong with what was sent. */
export type Trouble = {
  /** Of the answer. */
  readonly status: number;
  readonly message: string;
  readonly hint: string | undefined;
  /** The fields at fault, by their names. */
  readonly faults: ReadonlyMap<string, string>;
  /** Where waiting helps, how long. */
  readonly retryAfter_s?: number;
};

export type Page = {
  readonly title: string;
  readonly body: Markup;
  readonly status?: number;
};

/** What a browser keeps as a file of this name. */
export type Download = { readonly file: string; readonly type: string; readonly text: string };

export type Shown = Page | Download;

/** What comes of a form: another address, one of another site, or a page that can be shown but once. */
export type Done = ({ readonly to: string } | { readonly leaveTo: string } | { readonly shown: Shown }) & {
  readonly cookie?: string;
  /** By which this browser is known from now on. */
  readonly browser?: KnownBrowser;
};

/** How a page behaves towards those it is open to. */
export type Behaviour<Who extends Visit> = {
  readonly path: string;
  readonly show: (visit: Who, trouble?: Trouble) => Promise<Shown> | Shown;
  /** What a mere visit does, of those whose address says all: then nothing is shown unless that fails. */
  readonly arrive?: (visit: Who) => Promise<Done>;
  /** By the form's field `do`. */
  readonly actions?: Readonly<Record<string, (visit: Who) => Promise<Done>>>;
  /** What is said above the page after an action that led here, by the address's `done`. */
  readonly notices?: Readonly<Record<string, string>>;
};

/** Open to anyone, only to people who are signed in, or of those to administrators of the service. */
export type PortalPage =
  | (Behaviour<Visit> & { readonly access: "anyone" })
  | (Behaviour<OwnVisit> & { readonly access: "signed-in" | "administrator" });
