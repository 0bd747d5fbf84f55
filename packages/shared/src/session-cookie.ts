/** Bears the session of a signed-in browser: set and read by the API, and looked for by the pages. */
export const SESSION_COOKIE = 'teamlore_session'
/** Ties a sign-in under way to the browser that began it; read by the API alone. */
export const ATTEMPT_COOKIE = 'teamlore_sign_in'
