/**
 * What changes in answers to others when somebody works in private, and why that may be: nothing of it says what they do. Whoever
 * adds a line here says to a team that this much is shown.
 */
const SHOWN_ON_PURPOSE: Record<string, RegExp> = {
  // When a machine was last heard of. Whose it is they know.
  'GET /v1/machines': /"last_seen_at":"[^"]*"/g,
  // Admins see how capture stands on each machine, by numbers in which what is private is counted.
  'GET /v1/capture': /"machines":.*/g,
  // Moments of the asker's own, and as above: capture on each machine, what models cost.
  'GET /v1/home': /"(?:at|since)":"[^"]*"|"(?:capture|cost)":.*/g,
  // The two times that are compared, one of them the moment of asking.
  'GET /v1/memories/diff': /"(?:from|to)":"[^"]*"/g,
  // How often what the team shares was given to whom, and in that order: by all these questions.
  'GET /v1/memories/use': /"items":\[.*\]|"unread":\d+/g,
  // When people and keys were last used: by all these questions.
  'GET /v1/team/members': /"last_seen_at":(?:"[^"]*"|null)/g,
  'GET /v1/keys': /"last_used_at":(?:"[^"]*"|null)/g,
  // Who asked for the export of a book is noted, by all these questions; what is hidden is looked for in it all the same.
  'GET /v1/audit': /"items":\[.*\]|"next_cursor":(?:"[^"]*"|null)/g,
  'GET /v1/audit/verification': /"waiting":\d+/g,
  // Whether a worker is there, and how old what waits has become in the meantime.
  'GET /v1/jobs': /"oldest_seconds":\d+|"(?:embedding|worker)":\{[^}]*\}/g,
  // What models cost is the team's to know; about which session stands there for those alone who may see it.
  'GET /v1/usage': /"(?:today|sums|calls)":.*/g,
}

/** An answer without what is shown on purpose. */
export const comparable = (route: string, answer: string): string =>
  SHOWN_ON_PURPOSE[route] === undefined ? answer : answer.replace(SHOWN_ON_PURPOSE[route], '')
