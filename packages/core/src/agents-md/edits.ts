import type { AgentsMdStanding, AgentsMdStatement, TeamRepositories } from '@teamlore/db'
import { createRedactor, type Redactor } from '@teamlore/redaction'
import type { ProjectId } from '@teamlore/shared'
import type { AgentsMdEdit } from '@teamlore/shared/agents-md'
import type { MemoryStatus } from '@teamlore/shared/memories'
import { wordsOf } from '../memories/same-words.ts'
import { readEntry } from './entry-text.ts'
import type { Edit } from './merge.ts'
import type { Entry } from './section.ts'

type Repositories = Pick<TeamRepositories, 'agentsMd' | 'redactionRules'>
type Written = Exclude<Edit, { type: 'deleted' }>

/** What somebody wrote by hand, and what became of it where it was proposed before. */
export const readEdits = async (
  { agentsMd, redactionRules }: Repositories,
  projectId: ProjectId,
  edits: readonly Edit[],
  base: readonly Entry[] | undefined,
): Promise<AgentsMdEdit[]> => {
  if (edits.length === 0) return []
  const known = groupByWords(await agentsMd.statements(projectId))
  const redactor = createRedactor(await redactionRules.get())
  const deleted = await deletions({ agentsMd }, edits, base)
  return edits.map((edit) =>
    edit.type === 'deleted' ? deleted(edit.id) : writtenOf(edit, known, redactor),
  )
}

const groupByWords = (
  statements: readonly AgentsMdStatement[],
): ReadonlyMap<string, AgentsMdStatement[]> => {
  const groups = new Map<string, AgentsMdStatement[]>()
  for (const one of statements) {
    const words = wordsOf(one.statement)
    groups.set(words, [...(groups.get(words) ?? []), one])
  }
  return groups
}

const deletions = async (
  { agentsMd }: Pick<Repositories, 'agentsMd'>,
  edits: readonly Edit[],
  base: readonly Entry[] | undefined,
): Promise<(id: string) => AgentsMdEdit> => {
  const ids = edits.flatMap((edit) => (edit.type === 'deleted' ? edit.id : []))
  const standing = new Map<string, AgentsMdStanding>(
    (await agentsMd.standing(ids)).map((one) => [one.id, one]),
  )
  return (id) => {
    const memory = standing.get(id)
    const kept = base?.find((entry) => entry.id === id)
    return {
      type: 'deleted',
      id,
      kind: kept?.kind ?? null,
      text: kept?.text ?? memory?.statement ?? '',
      is_conflict: false,
      state: stateOf(memory),
      memory: memory?.id ?? null,
    }
  }
}

/** What is forgotten or hidden by now waits for nobody here, and is not to be proposed. */
const stateOf = (memory: AgentsMdStanding | undefined): AgentsMdEdit['state'] => {
  if (memory === undefined || memory.waits) return 'waits'
  return memory.is_kept ? 'rejected' : 'new'
}

const writtenOf = (
  edit: Written,
  known: ReadonlyMap<string, AgentsMdStatement[]>,
  redactor: Redactor,
): AgentsMdEdit => {
  // As it would be stored.
  const { text } = redactor.redact(edit.text)
  const { statement, reason } = readEntry(text)
  const id = edit.type === 'changed' ? edit.id : null
  const same = known.get(wordsOf(statement)) ?? []
  // Where the statement is as it was, the title or the reason was edited: it is known where another has both.
  const isOnlyReason = same.some((one) => one.id === id)
  const found = foremost(
    isOnlyReason
      ? same.filter((one) => one.id !== id && wordsOf(one.reason) === wordsOf(reason))
      : same,
  )
  return {
    type: edit.type,
    id,
    kind: edit.kind,
    text,
    is_conflict: edit.type === 'changed' && edit.is_conflict,
    state: found === undefined ? 'new' : STATES[found.status],
    memory: found?.id ?? null,
  }
}

const STATES: Record<MemoryStatus, AgentsMdEdit['state']> = {
  draft: 'waits',
  unreviewed: 'known',
  active: 'known',
  superseded: 'known',
  archived: 'rejected',
  rejected: 'rejected',
}

/** Of several in the same words: what waits before what holds before what was turned down. */
const foremost = (found: readonly AgentsMdStatement[]): AgentsMdStatement | undefined => {
  const order: AgentsMdEdit['state'][] = ['waits', 'known', 'rejected']
  return [...found].sort(
    (a, b) => order.indexOf(STATES[a.status]) - order.indexOf(STATES[b.status]),
  )[0]
}
