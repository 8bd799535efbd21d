/** Where identity providers say that somebody is signed out; the organization's id follows. */
export const LOGOUT_PATH = "/sso/logout";
/** Where they say who is there. */
export const SCIM_PATH = "/scim/v2";
