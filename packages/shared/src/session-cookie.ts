/** Bears the session of a signed-in browser: set and read by the API, and looked for by the pages. */
export const SESSION_COOKIE = 'teamlore_session'
