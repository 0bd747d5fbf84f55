/** A server that hears of sessions and commits as they happen, or of all of them afterwards, and what it made of reverts. */
import { createHash } from 'node:crypto'
import { grantTeamScope, makeCurate, makeIngest, makeIngestCommits } from '@teamlore/core'
import { makeLinkCommits, makeLinkSession } from '@teamlore/core/linking'
import { makeDrawOutcomes } from '@teamlore/core/outcomes'
import { PLAIN_REDACTOR } from '@teamlore/redaction'
import type {
  IngestEdit,
  IngestProject,
  IngestSession,
  ProjectId,
  SessionId,
} from '@teamlore/shared'
import { readCommits } from '../../apps/agent/src/git/read-commits.ts'
import { finishEdit } from '../../packages/sources/src/delta/finish-edit.ts'
import type { BenchTeam, BenchWorld } from './bench-world.ts'
import { type GrowingSession, type Happened, homeOf } from './reverts-replay.ts'
import { selectRows } from './select-rows.ts'

const READING = { redactor: PLAIN_REDACTOR, ignore: { matches: () => false } }

export type Draft = {
  id: string
  status: string
  reason: string
  /** The commit that was tried. */
  sha: string
}

type Place = { world: BenchWorld; team: BenchTeam; people: readonly string[] }
type Where = { root: string; repository: string }

/** What agents send to a server, and what its worker then does. */
export const createRevertsServer = (
  { world, team, people }: Place,
  { root, repository }: Where,
) => {
  const { unitOfWork, engine } = world
  const { teamId, systemScope } = team
  const scopeOf = (who: string) => {
    const userId = team.userIds[people.indexOf(who)]
    if (userId === undefined) throw new Error(`Nobody is called ${who}.`)
    const actor = { kind: 'user', via: 'api_key' } as const
    return grantTeamScope({ teamId, userId, role: 'member', actor }, 'member')
  }
  const projectFor = (who: string): IngestProject => ({
    remote_url: `https://git.test/acme/${repository}.git`,
    root_commit: null,
    root_path: homeOf(who, repository),
  })
  const ingest = makeIngest({ unitOfWork })
  const ingestCommits = makeIngestCommits({ unitOfWork })
  const linkCommits = makeLinkCommits({ unitOfWork })
  const linkSession = makeLinkSession({ unitOfWork })
  const drawOutcomes = makeDrawOutcomes({ unitOfWork, curate: makeCurate({ unitOfWork }) })
  const ids = new Map<string, SessionId>()
  const work = async (): Promise<void> => {
    const [project] = await selectRows<{ id: ProjectId }>(
      engine,
      `select id from teamlore.projects where team_id = '${teamId}'`,
    )
    if (project === undefined) return
    await linkCommits(systemScope, { projectId: project.id })
    await drawOutcomes(systemScope, { projectId: project.id })
  }
  return {
    /** What the worker does after commits came in. */
    work,
    /** The same after a session came in. */
    workOn: async ({ nativeId }: GrowingSession): Promise<void> => {
      const sessionId = ids.get(nativeId)
      if (sessionId === undefined) return
      await linkSession(systemScope, { sessionId })
      await work()
    },
    sendSession: async (session: GrowingSession): Promise<void> => {
      const { sessions } = await ingest(scopeOf(session.who), {
        machine: machineOf(session.who),
        sessions: [sessionOf(session, projectFor(session.who))],
      })
      for (const { native_id, session_id } of sessions) ids.set(native_id, session_id as SessionId)
    },
    sendCommit: async ({ who, sha }: { who: string; sha: string }): Promise<void> => {
      for await (const commit of readCommits(root, [sha], READING))
        await ingestCommits(scopeOf(who), {
          machine: machineOf(who),
          project: projectFor(who),
          commits: [commit],
          rewrites: [],
        })
    },
  }
}

type RevertsServer = ReturnType<typeof createRevertsServer>

/** As agents send it: sessions piece by piece, commits as they are made. */
export const hearLive = async (
  server: RevertsServer,
  happenings: Iterable<Happened>,
): Promise<void> => {
  const open = new Map<string, { session: GrowingSession; at: number }>()
  const close = async (until: number): Promise<void> => {
    for (const [key, { session, at }] of open) {
      if (at >= until - QUIET_MS) continue
      open.delete(key)
      await server.sendSession(session)
      await server.workOn(session)
    }
  }
  for (const { at, who, session, sha } of happenings) {
    await close(at)
    if (session !== undefined) open.set(session.nativeId, { session, at })
    if (sha === undefined) continue
    if (session !== undefined) await server.sendSession(session)
    await server.sendCommit({ who, sha })
    await server.work()
    if (session !== undefined) await server.workOn(session)
  }
  await close(Number.POSITIVE_INFINITY)
}

/** As after an installation: all sessions, then the history of the repository. */
export const hearAfterwards = async (
  server: RevertsServer,
  happenings: Iterable<Happened>,
): Promise<void> => {
  const all = [...happenings]
  const sessions = new Set(all.flatMap(({ session }) => session ?? []))
  for (const session of sessions) await server.sendSession(session)
  for (const { who, sha } of all) if (sha !== undefined) await server.sendCommit({ who, sha })
  await server.work()
  for (const session of sessions) await server.workOn(session)
}

/** Which commits are said to take back which. */
export const readRelations = ({ world: { engine }, team: { teamId } }: Place) =>
  selectRows<{ sha: string; other: string }>(
    engine,
    `select c.sha, o.sha as other from teamlore.commit_relations r
      join teamlore.commits c on c.id = r.commit_id join teamlore.commits o on o.id = r.other_id
      where r.team_id = '${teamId}' and r.kind = 'reverts'`,
  )

export const readDrafts = ({ world: { engine }, team: { teamId } }: Place) =>
  selectRows<Draft>(
    engine,
    `select m.id, m.status, m.reason, e.ref as sha from teamlore.memories m
      join teamlore.memory_evidence e on e.memory_id = m.id and e.kind = 'commit'
      where m.team_id = '${teamId}' and m.kind = 'graveyard'`,
  )

/** A session of which nothing was heard for so long is sent to its end. */
const QUIET_MS = 2 * 3_600_000

const machineOf = (who: string) => ({
  fingerprint: createHash('sha256').update(who).digest('hex').slice(0, 32),
  name: `${who}'s`,
  platform: 'linux',
  agent_version: '0',
})

const sessionOf = (
  { nativeId, who, messages, edits }: GrowingSession,
  project: IngestProject,
): IngestSession => ({
  tool: 'claude-code',
  native_id: nativeId,
  kind: 'main',
  parent_native_id: null,
  project,
  cwd: project.root_path,
  git_branch: 'main',
  git_head: null,
  tool_version: '2.0.0',
  models: ['a-model'],
  title: null,
  pull_requests: [],
  started_at: messages[0]?.ts ?? null,
  ended_at: messages.at(-1)?.ts ?? null,
  source: { path: `${who}.jsonl`, lines: 1, bad_lines: 0, unknown_records: 0, redactions: 0 },
  messages: messages.map(({ is_replay: _replay, captured: _captured, ...message }, ordinal) => ({
    ...message,
    ordinal,
  })),
  edits: edits.map((edit) => JSON.parse(finishEdit(edit)) as IngestEdit),
})
