import type { UserId } from '@teamlore/shared'
import { forbidden } from '../../errors.ts'

/** The user behind a scope, for what only a person (or their machine) can own. */
export const requirePerson = ({ userId }: { userId: UserId | 'system' }): UserId => {
  if (userId === 'system') throw forbidden({ message: 'Background work owns nothing of its own.' })
  return userId
}
