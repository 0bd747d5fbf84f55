import { kindOfId } from '@teamlore/shared'
import { usageError } from '../../errors/cli-error.ts'

/** The id of a session as somebody typed it. @throws CliError when it is none. */
export const sessionIdOf = (typed: string): string => {
  const id = typed.trim().toLowerCase()
  if (kindOfId(id) === 'session') return id
  throw usageError(
    `${typed} is no session.`,
    'Give an id that begins with ses_; `lore sessions` names them.',
  )
}
