import { makeIngest, makeIngestCommits } from '@teamlore/core'
import { makeLinkCommits } from '@teamlore/core/linking'
import { PLAIN_REDACTOR } from '@teamlore/redaction'
import type { IngestEdit, IngestProject, IngestSession, ProjectId } from '@teamlore/shared'
import type { ReadSession } from '@teamlore/sources/source'
import { portionsOf } from '../../apps/agent/src/git/commit-portions.ts'
import { listCommits } from '../../apps/agent/src/git/read-commits.ts'
import { finishEdit } from '../../packages/sources/src/delta/finish-edit.ts'
import { BENCH_MACHINE, type BenchTeam, type BenchWorld } from './bench-world.ts'
import type { Replayed } from './replayed-repository.ts'
import { selectRows } from './select-rows.ts'

const REMOTE = 'https://git.test/acme/replayed.git'
const MOST_MESSAGES = 5_000

/** What was said is of no account here, when it was said is. */
const sessionOf = (session: ReadSession, project: IngestProject): IngestSession => {
  const { figures: _, precedence: __, messages, edits, ...facts } = session
  return {
    ...facts,
    project,
    source: { path: 'replayed', lines: 1, bad_lines: 0, unknown_records: 0, redactions: 0 },
    messages: messages
      .slice(0, MOST_MESSAGES)
      .map(({ is_replay: _replay, captured: _captured, ...message }, ordinal) => ({
        ...message,
        ordinal,
        blocks: [{ type: 'text' as const, text: `Message ${ordinal}.` }],
      })),
    edits: edits.map((edit) => JSON.parse(finishEdit(edit)) as IngestEdit),
  }
}

/** From the native id of a session to the one it has here. */
export type KnownSessions = ReadonlyMap<string, string>

/** Sends sessions and commits as the agent reads them, and has the commits linked. */
export const sendRepository = async (
  { unitOfWork, engine }: BenchWorld,
  { member, systemScope }: BenchTeam,
  { root, sessions }: Replayed,
): Promise<KnownSessions> => {
  const project: IngestProject = { remote_url: REMOTE, root_commit: null, root_path: root }
  const ingest = makeIngest({ unitOfWork })
  const ids = new Map<string, string>()
  for (const session of sessions) {
    const request = { machine: BENCH_MACHINE, sessions: [sessionOf(session, project)] }
    for (const { native_id, session_id } of (await ingest(member, request)).sessions)
      ids.set(native_id, session_id)
  }
  const ingestCommits = makeIngestCommits({ unitOfWork })
  const reading = { redactor: PLAIN_REDACTOR, ignore: { matches: () => false } }
  for await (const commits of portionsOf(root, await listCommits(root), reading))
    await ingestCommits(member, { machine: BENCH_MACHINE, project, commits, rewrites: [] })
  const [found] = await selectRows<{ id: ProjectId }>(engine, 'select id from teamlore.projects')
  if (found === undefined) throw new Error('No project came of it.')
  await makeLinkCommits({ unitOfWork })(systemScope, { projectId: found.id })
  return ids
}
