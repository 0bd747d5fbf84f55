import type { AgentsMdCandidate, TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import type { AgentsMd, AgentsMdLeftOut, AgentsMdPolicy } from '@teamlore/shared/agents-md'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { createEchoGuard } from '../memories/echo-guard.ts'
import { countTokens } from '../text/count-tokens.ts'
import { entryLine, entryText, visible } from './entry-text.ts'
import { policyFor } from './policy.ts'
import { projectToRead } from './project-to-write.ts'
import { bodyOf, type Entry, exportOf, KIND_ORDER, sectionLines } from './section.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

export type ChosenEntry = Entry & { tokens: number; confidence: number; paths: string[] }
export type Chosen = {
  policy: AgentsMdPolicy
  entries: ChosenEntry[]
  leftOut: AgentsMdLeftOut[]
  tokens: number
}

/** Tokens of the title, the introduction, the marks and all headings. */
const FRAME =
  countTokens(sectionLines('0'.repeat(12), bodyOf([])).join('\n')) + 8 * KIND_ORDER.length

/**
 * What of the team's memories goes into the section of a project. `said` are texts that whoever reads the section reads anyway. Time
 * alone takes nothing out: what agents read each day is confirmed by nobody, so confidence counts as it was before it faded.
 */
export const chooseEntries = async (
  { agentsMd }: Pick<TeamRepositories, 'agentsMd'>,
  projectId: ProjectId,
  said: readonly string[] = [],
): Promise<Chosen> => {
  const policy = await policyFor({ agentsMd }, projectId)
  const guard = createEchoGuard(said)
  const leftOut: AgentsMdLeftOut[] = []
  const entries: ChosenEntry[] = []
  let tokens = FRAME
  for (const memory of ranked(await agentsMd.candidates(projectId))) {
    const text = entryText(memory)
    const cost = countTokens(`${entryLine(memory.id, text)}\n`)
    const because = refusalOf(memory, policy, guard.isEcho) ?? tooMuch(tokens + cost, policy)
    if (because !== undefined) {
      const { id, kind, statement } = memory
      leftOut.push({ id, kind, statement, because })
      continue
    }
    tokens += cost
    const { id, kind, confidence, paths } = memory
    entries.push({ id, kind, text, tokens: cost, confidence, paths })
  }
  return { policy, entries: ordered(entries), leftOut, tokens: entries.length > 0 ? tokens : 0 }
}

/** The surest first, and of equals what most sessions bear out. */
const ranked = (found: readonly AgentsMdCandidate[]): AgentsMdCandidate[] =>
  [...found]
    .filter(({ statement }) => visible(statement) !== '')
    .sort(
      (a, b) => b.confidence - a.confidence || b.sessions - a.sessions || (a.id < b.id ? -1 : 1),
    )

/** As they are written: by kind, and then in the order in which they came to be, so that a new one moves no other. */
const ordered = (entries: readonly ChosenEntry[]): ChosenEntry[] =>
  [...entries].sort(
    (a, b) => KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) || (a.id < b.id ? -1 : 1),
  )

const refusalOf = (
  { kind, confidence, is_disputed, statement }: AgentsMdCandidate,
  { kinds, min_confidence }: AgentsMdPolicy,
  isSaid: (statement: string) => boolean,
): AgentsMdLeftOut['because'] | undefined => {
  if (!kinds.includes(kind)) return 'kind'
  // It is stored in single precision.
  if (confidence < min_confidence - 1e-6) return 'confidence'
  if (is_disputed) return 'disputed'
  return isSaid(statement) ? 'said' : undefined
}

const tooMuch = (tokens: number, { max_tokens }: AgentsMdPolicy): 'tokens' | undefined =>
  tokens > max_tokens ? 'tokens' : undefined

/** What the section of a project would be, as far as the server knows. */
export const makeGetAgentsMd =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { id }: { id: string }): Promise<AgentsMd> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const project = await projectToRead(repos, id)
      const { policy, entries, leftOut, tokens } = await chooseEntries(repos, project.id)
      const body = bodyOf(entries)
      return {
        project,
        policy,
        text: `${sectionLines(exportOf(body), body).join('\n')}\n`,
        tokens,
        entries,
        left_out: leftOut,
      }
    })
