import type { UnitOfWork } from '@teamlore/db'
import { problemOfPattern } from '@teamlore/redaction'
import { newId, type RedactionRules, type SetRedactionRules } from '@teamlore/shared'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { cleanStrings } from '../text/clean-strings.ts'
import { redactionRuleUnsafe } from './redaction.errors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'event'>
}

/** What the team takes for a secret beside what everybody does; machines ask for it before they send. */
export const makeGetRedactionRules =
  ({ unitOfWork }: Pick<Deps, 'unitOfWork'>) =>
  (scope: TeamScope): Promise<RedactionRules> =>
    unitOfWork.inTeam(scope, ({ redactionRules }) => redactionRules.get())

/** Puts what is named in the place of what was before. A pattern that could run away is refused: every machine would run it. */
export const makeSetRedactionRules =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  async (scope: TeamScope<'admin'>, request: SetRedactionRules): Promise<RedactionRules> => {
    const userId = requirePerson(scope)
    const asked = cleanStrings(request)
    for (const [index, { name, pattern, flags }] of (asked.rules ?? []).entries()) {
      const problem = problemOfPattern(pattern, flags)
      if (problem !== undefined)
        throw redactionRuleUnsafe({
          message: `The pattern of rule ${index + 1}, "${name}", ${problem}.`,
          details: { rule: name },
        })
    }
    return unitOfWork.inTeam(scope, async ({ redactionRules, audit }) => {
      const set = await redactionRules.set(asked, now())
      const counts = { rules: set.rules.length, allowed: set.allow.length }
      const details = { version: set.version, ...counts }
      await audit.add({ id: ids.event(), action: 'redaction_rules.set', userId, details })
      return set
    })
  }
