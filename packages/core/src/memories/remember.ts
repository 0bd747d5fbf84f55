import type { MemoryAnchorRow, MemoryRow, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { createRedactor } from '@teamlore/redaction'
import { newId, type ProjectId, type UserId } from '@teamlore/shared'
import type { Memory, MemoryAnchorInput, RememberRequest } from '@teamlore/shared/memories'
import { requirePerson } from '../identity/teams/require-person.ts'
import {
  hidesPrivate,
  isOfService,
  speakerOf,
  type TeamScope,
} from '../identity/teams/team-scope.ts'
import { privateClosed } from '../identity/teams/teams.errors.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { resolveId } from '../platform/resolve-id.ts'
import { readMarker } from '../text/agents-md-marker.ts'
import { adopt } from './adopt.ts'
import { cleanMemory } from './clean-memory.ts'
import { confirmMemory } from './confirm-memory.ts'
import { type Evidence, originOfStatement, readEvidence } from './evidence.ts'
import { findRelations } from './find-relations.ts'
import { anchorsFrom, inheritAnchors } from './inherit-anchors.ts'
import { memoryBasisUnknown, memorySupersedesUnknown } from './memories.errors.ts'
import { openAmong } from './open-memories.ts'
import { policyOf } from './policy.ts'
import { projectOf } from './project-of.ts'
import { readMemory } from './read-memory.ts'
import { relateCreated } from './relate-created.ts'
import { sameWords } from './same-words.ts'
import { createMemory, supersede } from './write-memory.ts'
import type { Writing } from './writing.types.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document'>
}

/**
 * Writes what somebody says is so. What is known already in the same words is confirmed instead, and answered. How it stands to the
 * others, whose place it takes among them, is found as for what sessions teach.
 *
 * @throws DomainError `memory.project_unknown`, `memory.project_ambiguous`, `memory.evidence_unknown`, `memory.supersedes_unknown`.
 */
export const makeRemember =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (scope: TeamScope<'member'>, request: RememberRequest): Promise<Memory> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const at = now()
      const said = cleanMemory(
        saidBy(scope, request),
        createRedactor(await repos.redactionRules.get()),
      )
      const copied = await copiedFrom(repos, said)
      return copied === undefined
        ? write(repos, { scope, said, at, ids })
        : readMemory(repos, copied, at)
    })

type Asked = {
  scope: TeamScope<'member'>
  said: RememberRequest
  at: Date
  ids: NonNullable<Deps['ids']>
}

const write = async (repos: TeamRepositories, { scope, said, at, ids }: Asked): Promise<Memory> => {
  const by = requirePerson(scope)
  const project = await projectOf(repos, said.project)
  const evidence = await readEvidence(
    repos,
    cleanEvidence(said, createRedactor(await repos.redactionRules.get())),
    { at, by: speakerOf(scope), origin: said.origin },
  )
  const writing: Writing = {
    teamId: scope.teamId,
    by: speakerOf(scope),
    at,
    ids,
    policy: await policyOf(repos, project.id),
  }
  const privateTo = ownerOf({ said, evidence, by, isPrivateProject: project.isPrivate })
  if (privateTo !== null && hidesPrivate(scope)) throw privateClosed()
  await repos.memories.lockProject(project.id)
  const older = await replacedBy(repos, said.supersedes)
  const bases = await basesOf(repos, said.rests_on)
  // What is private to somebody is compared with their own alone, so that nothing of it shows elsewhere.
  const living = (await repos.memories.living({ projectId: project.id, privateTo })).filter(
    ({ private_to }) => private_to === privateTo,
  )
  const same = living.filter(({ statement }) => sameWords(statement, said.statement))
  // What rests on a session that was made private since cannot be changed: it keeps nobody from saying the same of their own.
  const [known] = await openAmong(repos, same)
  if (known !== undefined) {
    await confirmKnown(repos, writing, known, { said, evidence, scope })
    await restOn(repos, writing, known, bases)
    return readMemory(repos, known.id, at)
  }
  const memory = await createMemory(repos, writing, {
    projectId: project.id,
    privateTo,
    kind: said.kind,
    topic: said.topic || undefined,
    statement: said.statement,
    reason: said.reason,
    rejected: said.rejected,
    slots: said.slots,
    questions: said.questions,
    origin: originOfStatement(said.origin, evidence.rows),
    authorId: speakerOf(scope),
    validFrom: said.valid_from === undefined ? at : new Date(said.valid_from),
    anchors: await anchorsFor(repos, { said, evidence, older }, project.id),
    evidence: evidence.rows,
    isDraft: said.draft,
    note: null,
  })
  await restOn(repos, writing, memory, bases)
  if (older === undefined) await relate(repos, writing, { memory, said, living })
  else await replaceWith(repos, writing, { newer: memory, older })
  return readMemory(repos, memory.id, at)
}

/** Nobody speaks through a service account: it cannot say that a person said so. */
const saidBy = (scope: TeamScope<'member'>, request: RememberRequest): RememberRequest =>
  isOfService(scope) && request.origin === 'human' ? { ...request, origin: 'agent' } : request

export type Remember = ReturnType<typeof makeRemember>

/** The memory of a line that was copied from an AGENTS.md, marker and all: saying it again confirms nothing. */
const copiedFrom = async (
  repos: Pick<TeamRepositories, 'memoryList'>,
  { statement }: Pick<RememberRequest, 'statement'>,
): Promise<string | undefined> => {
  const marked = readMarker(statement)
  if (marked === undefined) return undefined
  const [known] = await repos.memoryList.refs([marked.id])
  return known?.id
}

type Saying = { said: RememberRequest; evidence: Evidence; scope: TeamScope<'member'> }

/** Of what is known in the same words an agent changes nothing: its questions would decide what is found before a person looked. */
const confirmKnown = async (
  repos: TeamRepositories,
  writing: Writing,
  { id }: Pick<MemoryRow, 'id'>,
  { said, evidence, scope }: Saying,
): Promise<void> => {
  // A tool that says it again is no source: what it sends may have been written by anybody.
  if (speakerOf(scope) === null) return
  // Agents read it in AGENTS.md: one that says it again knows it from there.
  if (said.origin !== 'human' && (await repos.agentsMd.isExported(id))) return
  await confirmMemory(repos, writing, {
    id,
    evidence: evidence.rows,
    scope,
    staysDraft: said.draft,
    // What an agent says again is another's word, and no person has looked.
    isPersonsWord: said.origin === 'human',
  })
  if (said.origin === 'human') await adopt(repos, writing, id, said)
}

/** How it stands to the others, as far as they may be changed. */
const relate = async (
  repos: TeamRepositories,
  writing: Writing,
  {
    memory,
    said,
    living,
  }: { memory: MemoryRow; said: RememberRequest; living: Parameters<typeof findRelations>[1] },
): Promise<void> => {
  const found = findRelations({ ...said, validFrom: new Date(memory.valid_from) }, living)
  const open = await openAmong(
    repos,
    found.map((related) => related.memory),
  )
  const relations = found.filter((related) => open.includes(related.memory))
  await relateCreated(repos, writing, { memory, relations })
}

/** The newest of the thread that somebody named, before anything is written. */
const replacedBy = async (
  repos: TeamRepositories,
  typed: string | undefined,
): Promise<MemoryRow | undefined> => {
  if (typed === undefined || typed === '') return undefined
  const id = await resolveId(repos.ids, 'memory', typed, memorySupersedesUnknown)
  const [row] = await repos.memories.lock([await repos.memories.headOf(id)])
  if (row === undefined) throw memorySupersedesUnknown()
  return row
}

/** What somebody says it holds because of, as it stands now. */
const basesOf = async (repos: TeamRepositories, typed: readonly string[]): Promise<MemoryRow[]> => {
  const ids = []
  for (const one of typed)
    ids.push(
      await repos.memories.headOf(await resolveId(repos.ids, 'memory', one, memoryBasisUnknown)),
    )
  return repos.memories.lock([...new Set(ids)])
}

const restOn = async (
  { memories }: Pick<TeamRepositories, 'memories'>,
  writing: Writing,
  memory: Pick<MemoryRow, 'id' | 'private_to'>,
  bases: readonly MemoryRow[],
): Promise<void> => {
  for (const basis of bases)
    await memories.relate({
      from_id: memory.id,
      to_id: basis.id,
      type: 'rests_on',
      status: 'held',
      confidence: 1,
      reason: 'said by who wrote it',
      created_by: writing.by,
      created_at: writing.at.toISOString(),
      private_to: memory.private_to ?? basis.private_to,
    })
}

const replaceWith = (
  repos: TeamRepositories,
  writing: Writing,
  pair: { newer: MemoryRow; older: MemoryRow },
): Promise<void> =>
  supersede(repos, writing, { ...pair, reason: 'said by a person', confidence: 1 })

const cleanEvidence = (
  { evidence }: Pick<RememberRequest, 'evidence'>,
  redactor: ReturnType<typeof createRedactor>,
) =>
  evidence.map((one) => ({
    ...one,
    ref: redactor.redact(one.ref).text,
    quote: redactor.redact(one.quote).text,
  }))

/** What rests on something private, or is of a private project, is its owner's. */
const ownerOf = ({
  said,
  evidence,
  by,
  isPrivateProject,
}: {
  said: RememberRequest
  evidence: Evidence
  by: UserId
  isPrivateProject: boolean
}): UserId | null => {
  if (evidence.privateTo !== null) return evidence.privateTo
  const visibility = said.visibility ?? (isPrivateProject ? 'private' : 'team')
  return visibility === 'private' ? by : null
}

/** Anchors that were named; else the files its evidence session touched around that message; else those of what it replaces. */
const anchorsFor = async (
  repos: TeamRepositories,
  {
    said,
    evidence,
    older,
  }: { said: RememberRequest; evidence: Evidence; older: MemoryRow | undefined },
  projectId: ProjectId | null,
): Promise<MemoryAnchorRow[]> => {
  if (said.anchors.length > 0) return anchorRows(said.anchors)
  const [first] = evidence.messages
  if (first !== undefined) return inheritAnchors(repos, first)
  if (older === undefined || older.project_id !== projectId) return []
  return anchorsFrom(repos, older)
}

export const anchorRows = (named: readonly MemoryAnchorInput[]): MemoryAnchorRow[] =>
  named.map((anchor) => ({ ...anchor, state: 'unknown', is_inherited: false }))
