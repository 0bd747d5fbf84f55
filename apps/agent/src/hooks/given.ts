/** What the program that hooks call leaves beside a brief when it gives it to a session, and in `last` of which project. */
export const GIVEN = {
  text: 'given',
  tool: 'given.tool',
  session: 'given.session',
  model: 'given.model',
  last: 'last',
} as const
