/** Roles of a team, the least first; each sees what those before it see. */
export const BOOK_ROLES = ['viewer', 'member', 'admin', 'owner'] as const
export type BookRole = (typeof BOOK_ROLES)[number]

/** Whether a role may see what needs another; what needs none is everybody's. */
export const sees = (role: BookRole, needs: BookRole | undefined): boolean =>
  needs === undefined || BOOK_ROLES.indexOf(role) >= BOOK_ROLES.indexOf(needs)

export const strictest = (roles: readonly BookRole[]): BookRole | undefined =>
  BOOK_ROLES.findLast((role) => roles.includes(role))
