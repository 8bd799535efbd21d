import type { SessionCookie } from "../session-cookie.ts";
import type { PortalPage } from "./page.ts";
import { ADMIN_PAGES } from "./admin/admin-pages.ts";
import { addressPage } from "./pages/address.ts";
import { applicationsPage } from "./pages/applications.ts";
import { auditPage } from "./pages/audit.ts";
import { connectPage } from "./pages/connect.ts";
import { devicePage } from "./pages/device.ts";
import { firmPage } from "./pages/firm.ts";
import { firmReturnPage } from "./pages/firm-return.ts";
import { formerAddressPage } from "./pages/former-address.ts";
import { homePage } from "./pages/home.ts";
import { invitationPage } from "./pages/invitation.ts";
import { keysPage } from "./pages/keys.ts";
import { leavingPage } from "./pages/leaving.ts";
import { openAccountPage } from "./pages/open-account.ts";
import { passwordPage } from "./pages/password.ts";
import { securityPage } from "./pages/security.ts";
import { sessionsPage } from "./pages/sessions.ts";
import { signInPage } from "./pages/sign-in.ts";
import { signOutPage } from "./pages/sign-out.ts";
import { spendingPage } from "./pages/spending.ts";
import { statementPage } from "./pages/statement.ts";
import { teamPage } from "./pages/team.ts";
import { tryPage } from "./pages/try.ts";
import { usagePage } from "./pages/usage.ts";

/** Every page there is. */
export function portalPages(cookie: SessionCookie): readonly PortalPage[] {
  return [
    signInPage(cookie),
    signOutPage(cookie),
    openAccountPage(cookie, "sign-up"),
    openAccountPage(cookie, "first-owner"),
    passwordPage,
    addressPage,
    formerAddressPage,
    invitationPage(cookie),
    homePage,
    keysPage,
    teamPage,
    firmPage,
    firmReturnPage(cookie),
    usagePage(),
    spendingPage,
    statementPage,
    connectPage,
    devicePage,
    applicationsPage,
    tryPage,
    securityPage,
    sessionsPage,
    auditPage,
    leavingPage(cookie),
    ...ADMIN_PAGES,
  ];
}
