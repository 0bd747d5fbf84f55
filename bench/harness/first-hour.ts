import {
  createExtractiveDistiller,
  createSentenceVectors,
  makeDistilSession,
  makeIngest,
} from '@teamlore/core'
import { makeDistilByModel } from '@teamlore/core/distil-by-model'
import { costMicros, createLocalEmbedder } from '@teamlore/models'
import type { IngestEdit, IngestSession, SessionId } from '@teamlore/shared'
import { finishEdit } from '../../packages/sources/src/delta/finish-edit.ts'
import { benchEnv } from './bench-env.ts'
import { BENCH_MACHINE, type BenchTeam, type BenchWorld } from './bench-world.ts'
import { readRows } from './read-rows.ts'
import { type RealSession, realSessions } from './real-sessions.ts'
import { recordedAnswers } from './recorded-answers.ts'
import { recordedModel } from './recorded-model.ts'
import { curateAll, embedAll } from './worker-steps.ts'

/** As the agent sends it; nothing is taken out, so that what was recorded of it still fits. */
const sessionOf = ({ name, session }: RealSession): IngestSession => {
  const { figures: _, precedence: __, messages, edits, ...facts } = session
  return {
    ...facts,
    project: {
      remote_url: `https://git.test/acme/${projectOf(name)}.git`,
      root_commit: null,
      root_path: facts.cwd ?? '/home/ann/project',
    },
    source: { path: name, lines: 1, bad_lines: 0, unknown_records: 0, redactions: 0 },
    messages: messages.map(({ is_replay: _replay, captured: _captured, ...message }, ordinal) => ({
      ...message,
      ordinal,
    })),
    edits: edits.map((edit) => JSON.parse(finishEdit(edit)) as IngestEdit),
  }
}

/** Sessions of one repository share what comes first in their names. */
const projectOf = (name: string): string =>
  (name.split('/').at(-1) === name ? name : (name.split('/')[0] ?? name)).toLowerCase()

/** A team whose sessions are those that have recorded answers. */
export const openFirstHour = async (world: BenchWorld, team: BenchTeam) => {
  const { unitOfWork, engine } = world
  const { teamId, member, systemScope } = team
  // As every new team has it.
  await engine.db.execute(
    `update teamlore.teams set serves_unreviewed = true where id = '${teamId}'`,
  )
  const embedder = createLocalEmbedder()
  const model = recordedModel(['answers.jsonl', 'reviews.jsonl'])
  const names = new Map<SessionId, RealSession>()

  return {
    send: async (): Promise<SessionId[]> => {
      const wanted = new Set(recordedAnswers().map(({ session }) => session))
      const ingest = makeIngest({ unitOfWork })
      for await (const real of realSessions(benchEnv().sharedDir)) {
        if (!wanted.has(real.name)) continue
        const { sessions } = await ingest(member, {
          machine: BENCH_MACHINE,
          sessions: [sessionOf(real)],
        })
        for (const { session_id } of sessions) names.set(session_id as SessionId, real)
      }
      return [...names.keys()]
    },

    distil: async (sessions: readonly SessionId[]): Promise<void> => {
      const distiller = createExtractiveDistiller({ vectors: createSentenceVectors(embedder) })
      const byRules = makeDistilSession({ unitOfWork, distiller })
      const byModel = makeDistilByModel({ unitOfWork, askModel: model.ask })
      for (const sessionId of sessions) {
        await byRules(systemScope, { sessionId })
        await byModel(systemScope, { sessionId })
      }
      await embedAll(world, team, embedder)
    },

    /** @returns what became of the findings: how many were made memories, confirmed others, or were refused. */
    curate: async (): Promise<Record<string, number>> => {
      const all = await curateAll(world, team)
      await embedAll(world, team, embedder)
      await embedder.close()
      return all
    },

    account: () => ({ ...model.counts, tokens: model.tokens }),
    dollars: (name: string): number => {
      const micros = costMicros({ provider: 'recorded', model: name }, model.tokens)
      return Math.round((micros ?? 0) / 10_000) / 100
    },

    judgeable: (ids: readonly string[]) => judgeable({ engine }, { teamId, ids, names }),
  }
}

/** What each memory says and rests on, and the file of its session; no confidence. */
const judgeable = async (
  world: Pick<BenchWorld, 'engine'>,
  {
    teamId,
    ids,
    names,
  }: { teamId: string; ids: readonly string[]; names: ReadonlyMap<SessionId, RealSession> },
) => {
  const rows = await readRows<Record<string, unknown> & { session_id: SessionId }>(
    world,
    `select m.id, m.kind, m.topic, m.statement, m.reason, e.quote, g.session_id
     from teamlore.memories m
     join teamlore.memory_evidence e on e.memory_id = m.id
     join teamlore.messages g on g.id = e.ref
     where m.team_id = '${teamId}' order by m.id, e.position`,
  )
  return rows
    .filter(({ id }) => ids.includes(String(id)))
    .map(({ session_id: sessionId, ...row }) => {
      const real = names.get(sessionId)
      return { ...row, session: real?.name, file: real?.file }
    })
}
