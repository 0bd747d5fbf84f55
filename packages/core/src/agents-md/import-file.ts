import type { MemoryRow, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { createRedactor } from '@teamlore/redaction'
import { newId } from '@teamlore/shared'
import type { AgentsMdEdit, AgentsMdImported } from '@teamlore/shared/agents-md'
import { MEMORY_LIMITS, NO_SLOTS } from '@teamlore/shared/memories'
import { isLiving } from '@teamlore/shared/memory-kinds'
import { requirePerson } from '../identity/teams/require-person.ts'
import { hidesPrivate, isOfService, type TeamScope } from '../identity/teams/team-scope.ts'
import { privateClosed } from '../identity/teams/teams.errors.ts'
import { cleanMemory } from '../memories/clean-memory.ts'
import { anchorsFrom } from '../memories/inherit-anchors.ts'
import { openAmong } from '../memories/open-memories.ts'
import { policyOf } from '../memories/policy.ts'
import { createMemory, supersede } from '../memories/write-memory.ts'
import type { Writing } from '../memories/writing.types.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { shorten } from '../text/clean-text.ts'
import { tooManyDeleted } from './agents-md.errors.ts'
import { readEntry } from './entry-text.ts'
import { type Comparison, compareFile, type FileOfProject } from './merge-file.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document'>
}

export type ImportedFile = FileOfProject & { allow_deletions?: boolean | undefined }

/** Of one request; what is left comes with the next. */
const MOST_AT_ONCE = 200

const WHY_REMOVED = 'taken out of the AGENTS.md of its project'
const WHY_CHANGED = 'reworded by hand in AGENTS.md'
const WHY_ADDED = 'written by hand into AGENTS.md'

/**
 * What was edited by hand waits for a person: another wording as a draft that would take the place of the memory, a new line as a
 * draft, a deletion as a proposal to take the memory out, which holds meanwhile. Many deletions at once have to be allowed: more often a
 * file lost them. It confirms nothing. What was proposed before, is known, or was turned down is left as it is.
 */
export const makeImportAgentsMd =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (scope: TeamScope<'member'>, file: ImportedFile): Promise<AgentsMdImported> =>
    unitOfWork.inTeam(scope, (repos) =>
      importFile(repos, file, {
        teamId: scope.teamId,
        by: requirePerson(scope),
        at: now(),
        ids,
        isOfService: isOfService(scope),
        hidesPrivate: hidesPrivate(scope),
      }),
    )

/** Whose edits they are. `by`: null where they are of nobody in the team; then nothing of it becomes private to anybody. */
export type EditedBy = Omit<Writing, 'policy'> & { isOfService: boolean; hidesPrivate: boolean }

/** The same within a transaction. */
export const importFile = async (
  repos: TeamRepositories,
  file: ImportedFile,
  edited: EditedBy,
): Promise<AgentsMdImported> => {
  const compared = await compareFile(repos, file)
  const { project } = compared
  // Two who import the same at once propose it once.
  await repos.memories.lockProject(project.id)
  const { edits, manyDeleted } = await compareFile(repos, file)
  if (manyDeleted !== null && file.allow_deletions !== true) throw tooManyDeleted(manyDeleted)
  const writing: Writing = {
    teamId: edited.teamId,
    by: edited.by,
    at: edited.at,
    ids: edited.ids,
    policy: await policyOf(repos, project.id),
  }
  const { id, name } = project
  const made = await proposeAll(repos, writing, edits, { project, edited })
  return { project: { id, name }, edits: made.edits, proposed: made.proposed, left: made.left }
}

/** As many as one request has room for. */
const proposeAll = async (
  repos: TeamRepositories,
  writing: Writing,
  edits: readonly AgentsMdEdit[],
  { project, edited }: Omit<Proposing, 'edit'>,
): Promise<Omit<AgentsMdImported, 'project'>> => {
  const answered: AgentsMdEdit[] = []
  let [proposed, left] = [0, 0]
  for (const edit of edits) {
    const isNew = edit.state === 'new'
    const hasRoom = proposed < MOST_AT_ONCE
    const made =
      isNew && hasRoom ? await propose(repos, writing, { edit, project, edited }) : undefined
    if (made !== undefined) proposed += 1
    if (isNew && !hasRoom) left += 1
    answered.push(made ?? edit)
  }
  return { edits: answered, proposed, left }
}

type Proposing = {
  edit: AgentsMdEdit
  project: Comparison['project']
  edited: EditedBy
}

/**
 * Undefined where the memory rests on what fewer people read by now: nobody may change it. And where what is new would be its author's
 * alone, and nobody knows who that is: it waits for whoever imports it.
 */
const propose = async (
  repos: TeamRepositories,
  writing: Writing,
  { edit, project, edited }: Proposing,
): Promise<AgentsMdEdit | undefined> => {
  const older = edit.id === null ? undefined : await newestOf(repos, edit.id)
  if (edit.type === 'deleted')
    return older && { ...edit, state: 'waits', memory: await proposeRemoval(repos, writing, older) }
  // What is new of a project whose sessions are private by default is its author's, until they say otherwise.
  const isPrivate = edit.id === null && project.isPrivate
  if (isPrivate && writing.by === null) return undefined
  const privateTo = isPrivate ? writing.by : null
  if (privateTo !== null && edited.hidesPrivate) throw privateClosed()
  const words = readEntry(edit.text)
  const said = cleanMemory(
    {
      topic: shorten(words.topic, MEMORY_LIMITS.maxTopicChars),
      statement: shorten(words.statement, MEMORY_LIMITS.maxStatementChars),
      reason: shorten(words.reason, MEMORY_LIMITS.maxReasonChars),
    },
    createRedactor(await repos.redactionRules.get()),
  )
  const newer = await createMemory(repos, writing, {
    projectId: project.id,
    privateTo,
    kind: edit.kind ?? 'decision',
    topic: said.topic || undefined,
    statement: said.statement,
    reason: said.reason,
    rejected: [],
    slots: NO_SLOTS,
    questions: [],
    // Nobody speaks through a service account.
    origin: edited.isOfService ? 'agent' : 'human',
    authorId: writing.by,
    validFrom: writing.at,
    anchors: older === undefined ? [] : await anchorsFrom(repos, older),
    evidence: [],
    isDraft: true,
    note: older === undefined ? WHY_ADDED : WHY_CHANGED,
  })
  if (older !== undefined)
    await supersede(repos, writing, { newer, older, reason: WHY_CHANGED, confidence: 1 })
  return { ...edit, state: 'waits', memory: newer.id }
}

const proposeRemoval = async (
  { memories }: Pick<TeamRepositories, 'memories'>,
  { at, by }: Writing,
  older: MemoryRow,
): Promise<MemoryRow['id']> => {
  await memories.update({
    ...older,
    removal_since: at.toISOString(),
    removal_reason: WHY_REMOVED,
    removal_by: by,
  })
  return older.id
}

/** What holds of the thread that a line was of. */
const newestOf = async (repos: TeamRepositories, id: string): Promise<MemoryRow | undefined> => {
  const [known] = await repos.memoryList.refs([id])
  if (known === undefined) return undefined
  const [memory] = await repos.memories.lock([await repos.memories.headOf(known.id)])
  if (memory === undefined || !isLiving(memory.status)) return undefined
  return (await openAmong(repos, [memory])).length > 0 ? memory : undefined
}
