import { createHash } from 'node:crypto'
import type { CommentOwner, StoredComment, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { createRedactor, type Redactor } from '@teamlore/redaction'
import { newId } from '@teamlore/shared'
import type { MemoryKind } from '@teamlore/shared/memories'
import {
  type CommentMarker,
  MEMORY_COMMENT_LIMITS,
  type MemoryComment,
  type MemoryCommentsReceipt,
  type MemoryCommentsReport,
} from '@teamlore/shared/memory-comments'
import { requirePerson } from '../../identity/teams/require-person.ts'
import { hidesPrivate, type TeamScope } from '../../identity/teams/team-scope.ts'
import { privateClosed } from '../../identity/teams/teams.errors.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { cleanMemory } from '../clean-memory.ts'
import { memoryProjectUnknown } from '../memories.errors.ts'
import { policyOf } from '../policy.ts'
import { projectOf } from '../project-of.ts'
import { wordsOf } from '../same-words.ts'
import type { Writing } from '../writing.types.ts'
import { draftOf } from './draft-of.ts'
import { addAnchor, moveAnchor } from './follow-anchors.ts'
import { type CommentHere, matchComments } from './match-comments.ts'
import { callStale, holdsAgain } from './stale-comments.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document'>
}

/**
 * Takes what comments of the code say. Whoever can commit can write one, so each becomes a draft that a person reviews, once: it is
 * known by its words and its file, goes with them where they move, and what was made of it is called stale when they are gone.
 *
 * @throws DomainError `memory.project_unknown`, `memory.project_ambiguous`, `access.private_closed`.
 */
export const makeReportComments =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (
    scope: TeamScope<'member'>,
    { project: named, at: codeAt, is_complete, comments }: MemoryCommentsReport,
  ): Promise<MemoryCommentsReceipt> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const by = requirePerson(scope)
      const owner = await ownerOf(repos, scope, named)
      const { projectId } = owner
      const writing: Writing = {
        teamId: scope.teamId,
        by,
        at: now(),
        ids,
        policy: await policyOf(repos, projectId),
      }
      await repos.memories.lockProject(projectId)
      const redactor = createRedactor(await repos.redactionRules.get())
      const before = await repos.memoryComments.of(owner)
      const matched = matchComments(
        before,
        comments.map((comment) => cleaned(comment, redactor)),
      )
      const report: Report = { owner, seenAt: new Date(codeAt), isComplete: is_complete }
      const { moved, back } = await follow(repos, writing, report, matched)
      const fresh = matched.fresh.slice(0, MEMORY_COMMENT_LIMITS.maxAdded)
      const drafts = await addFresh(repos, writing, report, fresh)
      for (const { of, here } of matched.copies) await addCopy(repos, writing, report, { of, here })
      const gone = await takeAway(repos, writing, report, matched.missing)
      return {
        added: drafts.length,
        moved,
        gone,
        back,
        known: comments.length - matched.fresh.length,
        left: matched.fresh.length - fresh.length,
        drafts,
      }
    })

export type ReportComments = ReturnType<typeof makeReportComments>

/** Of a private project a comment is its reader's alone. */
const ownerOf = async (
  repos: TeamRepositories,
  scope: TeamScope<'member'>,
  named: string,
): Promise<CommentOwner> => {
  const { id: projectId, isPrivate } = await projectOf(repos, named)
  if (projectId === null) throw memoryProjectUnknown()
  if (isPrivate && hidesPrivate(scope)) throw privateClosed()
  return { projectId, privateTo: isPrivate ? requirePerson(scope) : null }
}

type Report = { owner: CommentOwner; seenAt: Date; isComplete: boolean }
type Pair = { stored: StoredComment; here: CommentHere }

const KIND: Record<CommentMarker, MemoryKind> = {
  WARNING: 'gotcha',
  HACK: 'gotcha',
  IMPORTANT: 'invariant',
  DECISION: 'decision',
}

/** Without secrets, and with the hash of what is left: the words of a comment are not kept twice. */
const cleaned = ({ marker, text, path, line }: MemoryComment, redactor: Redactor): CommentHere => {
  const anchor = { path, symbol: null, start_line: line, end_line: line, content_hash: null }
  const said = cleanMemory({ statement: text, anchors: [anchor] }, redactor)
  const hash = createHash('sha256')
    .update(`${marker} ${wordsOf(said.statement)}`)
    .digest('hex')
  return { marker, text: said.statement, path: said.anchors[0]?.path ?? path, line, hash }
}

/** Takes drafts and memories along to where their comments stand. @returns how many stand elsewhere, and how many came back. */
const follow = async (
  repos: TeamRepositories,
  writing: Writing,
  { owner, seenAt, isComplete }: Report,
  { same, moved }: { same: Pair[]; moved: Pair[] },
): Promise<{ moved: number; back: number }> => {
  // On another branch a comment may stand elsewhere: that says nothing of where the team has it.
  if (!isComplete) return { moved: 0, back: 0 }
  const newer = [...same, ...moved].filter(
    ({ stored }) => seenAt.getTime() >= stored.seenAt.getTime(),
  )
  const isElsewhere = ({ stored, here }: Pair) =>
    stored.path !== here.path || stored.line !== here.line
  const isBack = ({ stored }: Pair) => stored.goneAt !== null
  const isChanged = (pair: Pair) => isBack(pair) || isElsewhere(pair)
  const still = newer.filter((pair) => !isChanged(pair)).map(({ stored }) => stored)
  await repos.memoryComments.touch(owner, still, seenAt)
  for (const { stored, here } of newer.filter(isChanged)) {
    const { path, line } = here
    await repos.memoryComments.change(owner, stored, { path, line, seenAt, goneAt: null })
    await takeAlong(repos, writing, { stored, here })
  }
  return { moved: newer.filter(isElsewhere).length, back: newer.filter(isBack).length }
}

const takeAlong = async (
  repos: TeamRepositories,
  writing: Writing,
  { stored: { memoryId, path, line, goneAt }, here }: Pair,
): Promise<void> => {
  if (memoryId === null) return
  if (path !== here.path || line !== here.line)
    await moveAnchor(repos, writing, { memoryId, from: { path, line }, to: here })
  if (goneAt !== null) await holdsAgain(repos, memoryId)
}

/** What nobody said yet becomes a draft; what is known in the same words is noted, so that it is not asked about again. */
const addFresh = async (
  repos: TeamRepositories,
  writing: Writing,
  { owner, seenAt }: Report,
  fresh: readonly CommentHere[],
): Promise<MemoryCommentsReceipt['drafts']> => {
  if (fresh.length === 0) return []
  const living = await repos.memories.living(owner)
  const known = new Set(
    living
      .filter(({ private_to }) => private_to === owner.privateTo)
      .map(({ statement }) => wordsOf(statement)),
  )
  const made = new Map<
    string,
    MemoryCommentsReceipt['drafts'][number] & { memoryId: StoredComment['memoryId'] }
  >()
  for (const comment of fresh) {
    const { hash, path, line } = comment
    if (!(await repos.memoryComments.add(owner, { hash, path, line, seenAt }))) continue
    const twin = made.get(hash)
    if (twin?.memoryId) {
      await repos.memoryComments.change(owner, comment, { memoryId: twin.memoryId })
      await addAnchor(repos, writing, { memoryId: twin.memoryId, at: comment })
      continue
    }
    if (known.has(wordsOf(comment.text))) continue
    const memory = await draftOf(repos, writing, { owner, comment, kind: KIND[comment.marker] })
    await repos.memoryComments.change(owner, comment, { memoryId: memory.id })
    made.set(hash, { id: memory.id, statement: memory.statement, path, memoryId: memory.id })
  }
  return [...made.values()].map(({ id, statement, path }) => ({ id, statement, path }))
}

const addCopy = async (
  repos: TeamRepositories,
  writing: Writing,
  { owner, seenAt, isComplete }: Report,
  { of, here }: { of: StoredComment; here: CommentHere },
): Promise<void> => {
  const { hash, path, line } = here
  if (!isComplete || !(await repos.memoryComments.add(owner, { hash, path, line, seenAt }))) return
  if (of.memoryId === null) return
  await repos.memoryComments.change(owner, here, { memoryId: of.memoryId })
  await addAnchor(repos, writing, { memoryId: of.memoryId, at: here })
}

/** What is nowhere any more. What a newer report has seen, an older one does not take away. */
const takeAway = async (
  repos: TeamRepositories,
  writing: Writing,
  { owner, seenAt, isComplete }: Report,
  missing: readonly StoredComment[],
): Promise<number> => {
  const gone = isComplete
    ? missing.filter(
        (stored) => stored.goneAt === null && stored.seenAt.getTime() <= seenAt.getTime(),
      )
    : []
  for (const stored of gone) await repos.memoryComments.change(owner, stored, { goneAt: seenAt })
  if (gone.length === 0) return 0
  const held = new Set(
    (await repos.memoryComments.of(owner)).flatMap(({ goneAt, memoryId }) =>
      goneAt === null && memoryId !== null ? [memoryId] : [],
    ),
  )
  for (const { memoryId, path } of gone)
    if (memoryId !== null && !held.has(memoryId))
      await callStale(repos, writing, { memoryId, path })
  return gone.length
}
