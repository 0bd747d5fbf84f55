import { randomBytes } from 'node:crypto'
import { readAsOwner } from '@teamlore/db/testing'
import type { IngestMessage, IngestSession, ProjectId, SessionId } from '@teamlore/shared'
import type { RetentionPreview, SetRetention } from '@teamlore/shared/retention'
import { makeDistilSession } from '../../distil/distil-session.ts'
import { grantTeamScope } from '../../identity/teams/team-scope.ts'
import { makeCurateProject } from '../../memories/curate-project.ts'
import { asks, openSearchWorld, says } from '../../search/testing/search-world.ts'
import { buildMessage, buildSession } from '../../testing/ingest-builders.ts'
import { makeApplyRetention } from '../apply.ts'
import { makeGetRetention, makeSetRetention } from '../policy.ts'
import { makePreviewRetention } from '../preview.ts'

/** Long after the sessions that are sent, and after a policy of `SET_AT` holds. */
export const AT = new Date('2026-08-01T00:00:00Z')
const SET_AT = new Date('2026-07-01T00:00:00Z')

export const YEAR_OLD: SetRetention = { days: 120, max_bytes: null, keeps_prompts: true }

/** Words that no other file uses: tests share a database, and some of them search all of it. */
export const makeWords = () => {
  const letters = [...randomBytes(6)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')
  return (number: number): string => `ibis${letters}${number}`
}

/** A question, what the assistant did, and what it found: `word` stands in what nothing rests on. */
export const workOn = (word: string, from = 0): IngestMessage[] => [
  asks(from, `Why is the last ${word} of the file missing?`),
  says(from + 1, `Let me look at the reader, says aardvark${word}.`),
  buildMessage(from + 2, {
    role: 'tool',
    kind: 'tool_result',
    model: null,
    blocks: [
      {
        type: 'tool_result',
        tool_call_id: null,
        text: `a file of aardvark${word}`,
        is_error: false,
      },
    ],
  }),
  says(
    from + 3,
    `Found it! The \`read${word}()\` loop drops the last ${word} when the file has no newline, because it only emits on newlines.`,
  ),
  says(from + 4, `That is all about aardvark${word}.`),
]

/** A team whose sessions are old, with an admin who sets how long they are kept. */
export const openKeptWorld = async () => {
  const world = await openSearchWorld()
  const boss = await world.team.addMember('admin', 'Ada')
  const admin = grantTeamScope({ ...boss, actor: { kind: 'user', via: 'api_key' } }, 'admin')
  const sql = <T extends Record<string, unknown>>(text: string) =>
    readAsOwner<T>(world.engine, text)
  const send = async (session: Partial<IngestSession>): Promise<SessionId> => {
    const { sessions } = await world.send(buildSession(session))
    return sessions[0]?.session_id as SessionId
  }
  const projectOf = async (id: SessionId): Promise<ProjectId> =>
    (
      await sql<{ id: ProjectId }>(
        `select project_id as id from teamlore.sessions where id = '${id}'`,
      )
    )[0]?.id as ProjectId
  /** As it is some weeks after the last word. */
  const rest = (id: SessionId) =>
    sql(
      `update teamlore.sessions set updated_at = now() - interval '30 days' where id = '${id}' returning 1`,
    )
  const settle = async (id: SessionId): Promise<void> => {
    await makeDistilSession(world)(world.systemScope, { sessionId: id })
    await rest(id)
    await makeCurateProject(world)(world.systemScope, {
      projectId: await projectOf(id),
      idleSeconds: 0,
    })
    await rest(id)
  }
  const set = (projectId: string, policy: SetRetention, at = SET_AT) =>
    makeSetRetention({ ...world, now: () => at })(admin, { id: projectId, policy })
  const preview = (id: string, policy: SetRetention = YEAR_OLD): Promise<RetentionPreview> =>
    makePreviewRetention({ ...world, now: () => AT })(admin, {
      id,
      asked: {
        days: policy.days ?? undefined,
        max_bytes: policy.max_bytes ?? undefined,
        keeps_prompts: policy.keeps_prompts,
      },
    })
  return {
    ...world,
    admin,
    sql,
    send,
    projectOf,
    rest,
    settle,
    set,
    preview,
    receipts: async (id: string) => (await makeGetRetention(world)(admin, { id })).runs,
    apply: (projectId: ProjectId, deps: Partial<Parameters<typeof makeApplyRetention>[0]> = {}) =>
      makeApplyRetention({ ...world, now: () => AT, ...deps })(world.systemScope, { projectId }),
    /** Text of each message in its order; undefined where it is gone. */
    texts: async (id: SessionId): Promise<(string | null)[]> =>
      (
        await sql<{ text: string | null }>(
          `select blocks->0->>'text' as text from teamlore.messages where session_id = '${id}' order by ordinal`,
        )
      ).map(({ text }) => text),
    /** Tables, of any team, in which a word stands. */
    tablesWith: async (word: string): Promise<string[]> => {
      const names = await sql<{ name: string }>(
        `select tablename as name from pg_tables where schemaname = 'teamlore' order by 1`,
      )
      const found = await sql<{ name: string }>(
        names
          .map(
            ({ name }) =>
              `(select '${name}' as name from teamlore.${name} t where to_jsonb(t)::text ilike '%${word}%' limit 1)`,
          )
          .join(' union all '),
      )
      return found.map(({ name }) => name).sort()
    },
  }
}

export type KeptWorld = Awaited<ReturnType<typeof openKeptWorld>>
