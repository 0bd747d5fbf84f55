import type { CommitToLink, InferredRow, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId, type ProjectId } from '@teamlore/shared'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { createSlices, type Slices } from '../platform/slices.ts'
import { createCommonLines } from './common-lines.ts'
import { findRelations } from './find-relations.ts'
import { inferLinks } from './infer-links.ts'
import type { InferredLink } from './linking.types.ts'
import { LINK_MODELS, MOST_CONFIDENT } from './models.ts'
import { addNamed } from './named-sessions.ts'
import {
  type Neighbourhood,
  type Project,
  readNeighbourhood,
  withAllLines,
} from './read-neighbourhood.ts'
import { createPastReader, type PastReader } from './read-past.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  ids?: Pick<typeof newId, 'sessionLink'>
  /** Lets others go first, between one portion and the next. */
  giveWay?: ((signal?: AbortSignal, atMostMs?: number) => Promise<void>) | undefined
  /** Milliseconds of a clock that only goes forward. */
  clock?: () => number
}

/** Commits of one transaction, and when it takes no more of them: so that nobody waits for long. */
const COMMITS = { first: 4, least: 1, most: 20 }
const LONG_MS = 40
/** Lines that are put into their index in one transaction. */
const LINES = { first: 500, least: 100, most: 4_000 }
/** Others go first for no longer before each portion: it takes a fraction of that. */
const GIVEN_MS = 250
/** A link below this is not kept. */
const KEPT_FROM = 0.5

export type LinkedCommits = { linked: number }

/** Looks for the sessions behind every commit of a project that was not looked at yet, the oldest first. */
export const makeLinkCommits = ({
  unitOfWork,
  ids = newId,
  giveWay,
  clock = () => performance.now(),
}: Deps) => {
  const commonIn = createCommonLines()
  const commitSlices = createSlices({ ...COMMITS, clock })
  const lineSlices = createSlices({ ...LINES, clock })
  return async (
    scope: SystemScope,
    { projectId }: { projectId: ProjectId },
    signal?: AbortSignal,
  ): Promise<LinkedCommits> => {
    const next = async (): Promise<void> => {
      await giveWay?.(signal, GIVEN_MS)
      signal?.throwIfAborted()
    }
    let linked = 0
    const common = commonIn(projectId)
    const past = createPastReader(projectId)
    const sizeIn = sizeOnce(projectId)
    for (;;) {
      await next()
      while ((await indexPortion(unitOfWork, scope, { projectId, slices: lineSlices })) > 0)
        await next()
      const done = await unitOfWork.inTeam(scope, (repos) =>
        commitSlices.take(
          (most) => linkPortion(repos, { projectId, common, most, past, sizeIn }, { clock, ids }),
          (looked) => looked,
        ),
      )
      if (done === 0) return { linked }
      linked += done
    }
  }
}

/** Of commits that came in since, the lines by which others find them. */
const indexPortion = (
  unitOfWork: Deps['unitOfWork'],
  scope: SystemScope,
  { projectId, slices }: { projectId: ProjectId; slices: Slices },
): Promise<number> =>
  unitOfWork.inTeam(scope, ({ linking }) =>
    slices.take(
      (lines) => linking.indexLines(projectId, lines),
      (indexed) => indexed,
    ),
  )

export type LinkCommits = ReturnType<typeof makeLinkCommits>

type Portion = Pick<Project, 'projectId' | 'common'> & {
  most: number
  past: PastReader
  sizeIn: (repos: Repositories) => Promise<number>
}

/** Counted once for all portions of a run: rarity hardly depends on what comes in meanwhile. */
const sizeOnce = (projectId: ProjectId): Portion['sizeIn'] => {
  let size: Promise<number> | undefined
  return ({ linking }) => {
    size ??= linking.count(projectId)
    return size
  }
}

/** @returns at how many commits it looked; 0 when none is left. */
const linkPortion = async (
  repos: Repositories,
  { projectId, common, most, past: readPast, sizeIn }: Portion,
  { clock, ids }: { clock: () => number; ids: One['ids'] },
): Promise<number> => {
  const began = clock()
  const commits = await repos.linking.unlinked(projectId, most)
  if (commits.length === 0) return 0
  const size = await sizeIn(repos)
  const past = await readPast(repos, commits)
  let looked = 0
  for (const commit of commits) {
    if (looked > 0 && clock() - began > LONG_MS) break
    await linkOne(repos, { projectId, size, past, common }, { commit, ids })
    looked++
  }
  return looked
}

type Repositories = Pick<TeamRepositories, 'linking' | 'commits'>
type One = { commit: CommitToLink; ids: NonNullable<Deps['ids']> }

const linkOne = async (
  repos: Repositories,
  project: Project,
  { commit, ids }: One,
): Promise<void> => {
  const { projectId } = project
  // A merge has no lines of its own; who merged may still be named.
  const around =
    commit.parents.length > 1 ? undefined : await readNeighbourhood(repos, project, commit)
  const links: Map<string, InferredLink> =
    around === undefined ? new Map() : await inferred(repos, around)
  await addNamed(repos, { projectId, commit }, links)
  const rows = [...links.values()]
    .filter(({ confidence }) => confidence >= KEPT_FROM)
    .map(
      ({ sessionId, relation, confidence, reasons }): InferredRow => ({
        id: ids.sessionLink(),
        session_id: sessionId as InferredRow['session_id'],
        relation,
        confidence: Math.min(MOST_CONFIDENT, confidence),
        reasons,
        created_by: 'auto',
      }),
    )
  await repos.linking.save(commit, rows, LINK_MODELS.name)
  if (around !== undefined) await findRelations(repos, { projectId, commit, around })
}

const inferred = async (
  repos: Repositories,
  around: Neighbourhood,
): Promise<Map<string, InferredLink>> => {
  const { commit, index, idOf, shaOf } = around
  const first = inferLinks(index, commit)
  const originals = first.originals.flatMap(({ sha }) => idOf(sha) ?? [])
  const standing = await repos.linking.standing(originals)
  // Only a commit that came late asks how much of a session's work is in it.
  const late = first.evidence.filter(({ isFresh, own }) => !isFresh && own > 0)
  const [own] = late.length === 0 ? [] : [late.toSorted((a, b) => b.own - a.own).slice(0, 10)]
  if (own !== undefined)
    await withAllLines(repos, around, {
      sessionIds: own.map(({ sessionId }) => sessionId),
      idToSha: shaOf,
    })
  const { links, originals: found } = inferLinks(index, commit, {
    linksOf: (sha) =>
      standing
        .filter(({ commit_id }) => commit_id === idOf(sha))
        .map(({ session_id, relation, confidence, reasons }) => ({
          sessionId: session_id,
          relation,
          confidence,
          reasons,
        })),
  })
  const commitId = idOf(commit.sha)
  if (commitId !== undefined)
    await repos.commits.relate(
      found.flatMap(({ sha, part, isSamePatch }) => {
        const otherId = idOf(sha)
        if (otherId === undefined) return []
        const reason = isSamePatch ? 'the same patch' : `${Math.round(100 * part)} % of its lines`
        return [{ commitId, otherId, kind: 'replaces' as const, part, reason }]
      }),
    )
  return new Map(links.map((link) => [link.sessionId, link]))
}
