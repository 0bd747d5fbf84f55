import type { TeamRepositories } from '@teamlore/db'
import { DISTIL_TOOLS, type DistilRule, type DistilTool } from '@teamlore/shared/distil-leases'
import { hidesPrivate, type TeamScope } from '../../identity/teams/team-scope.ts'
import { distilForbidden, distilNotYourself, distilSwitchedOff } from './leases.errors.ts'

const isForbidden = (rules: readonly DistilRule[], kind: DistilRule['kind'], subject: string) =>
  rules.some((rule) => rule.kind === kind && rule.subject === subject && !rule.allowed)

/** Coding agents that no rule is against; none where the team is. */
export const toolsAllowed = (rules: readonly DistilRule[]): DistilTool[] =>
  isForbidden(rules, 'team', '')
    ? []
    : DISTIL_TOOLS.filter((tool) => !isForbidden(rules, 'tool', tool))

/** @throws DomainError where a rule, the switch of the team or the credential is against it. */
export const requireMayDistil = async (
  { usage, distilLeases }: Pick<TeamRepositories, 'usage' | 'distilLeases'>,
  scope: TeamScope<'member'>,
  tool: DistilTool,
): Promise<void> => {
  if (hidesPrivate(scope)) throw distilNotYourself()
  if (!(await usage.settings()).isEnabled) throw distilSwitchedOff()
  if (!toolsAllowed(await distilLeases.rules()).includes(tool))
    throw distilForbidden({ details: { tool } })
}
