import { CURATE_AFTER } from '@teamlore/core'
import { forgetEndedClients } from '@teamlore/core/grants'
import { UNREVIEWED_DAYS } from '@teamlore/core/memory-upkeep'
import type { UnitOfWork } from '@teamlore/db'
import type { Publisher, QueueLog } from '@teamlore/queue'
import { HOST_SCHEDULES } from './host-schedules.ts'
import { lookForLostMemoryFiles } from './look-for-lost-memory-files.ts'
import { lookForLostSessions } from './look-for-lost-sessions.ts'
import { createLostSweep } from './lost-sweep.ts'
import { type Pulse, startPulse } from './pulse.ts'
import { FORGOTTEN_SECONDS, MAX_SESSIONS, MINUTE, type Schedule } from './schedule.ts'

const MAX_PROJECTS = 10_000

type Quiet = { idleMinutes: number; minPrompts: number }

const MAX_BY_MODEL = 20

const byModel = ({ idleMinutes, minPrompts }: Quiet): Schedule => ({
  name: 'distil quiet sessions by the language model',
  everyMs: MINUTE,
  firstMs: 20_000,
  jobs: async (sweep) => {
    const found = await sweep.sessionsToDistilByModel({ idleMinutes, minPrompts }, MAX_BY_MODEL)
    return found.map(({ teamId, sessionId }) => ({
      name: 'distil-by-model' as const,
      payload: { team_id: teamId, session_id: sessionId },
    }))
  },
})

const JUDGE: Schedule = {
  name: 'compare memories by the language model',
  everyMs: 5 * MINUTE,
  firstMs: MINUTE,
  jobs: async (sweep) =>
    (await sweep.teamsToJudge()).map((team_id) => ({
      name: 'judge-memories',
      payload: { team_id },
    })),
}

const QUESTIONS: Schedule = {
  name: 'write questions of memories by the language model',
  everyMs: 5 * MINUTE,
  firstMs: MINUTE,
  jobs: async (sweep) =>
    (await sweep.teamsToQuestion()).map((team_id) => ({
      name: 'write-questions',
      payload: { team_id },
    })),
}

const TOPICS: Schedule = {
  // What an older version of Teamlore wrote, and what came in beside it.
  name: 'write topics of records',
  everyMs: 5 * MINUTE,
  firstMs: MINUTE / 2,
  jobs: async (sweep) =>
    (await sweep.teamsToName()).map((team_id) => ({ name: 'write-topics', payload: { team_id } })),
}

const WITHDRAW: Schedule = {
  name: 'withdraw what nobody confirmed',
  everyMs: 60 * MINUTE,
  firstMs: 2 * MINUTE,
  jobs: async (sweep) =>
    (await sweep.teamsToWithdraw(UNREVIEWED_DAYS)).map((team_id) => ({
      name: 'withdraw-unreviewed',
      payload: { team_id },
    })),
}

const PURGE: Schedule = {
  name: 'purge what was forgotten',
  everyMs: MINUTE,
  firstMs: 10_000,
  jobs: async (_, { deletionSweep }) =>
    (await deletionSweep.due(MAX_SESSIONS)).map(({ teamId, deletionId }) => ({
      name: 'purge-deletion',
      payload: { team_id: teamId, deletion_id: deletionId },
    })),
}

/** Events wait in their own table, so what is written is sealed within some ten seconds, and nothing is lost with an event of the outbox. */
const SEAL: Schedule = {
  name: 'seal audit events',
  everyMs: MINUTE / 6,
  firstMs: 5_000,
  jobs: async (_, { auditSealing }) =>
    (await auditSealing.teamsWithWaiting(MAX_SESSIONS)).map((team_id) => ({
      name: 'seal-audit',
      payload: { team_id },
    })),
}

const RETENTION: Schedule = {
  name: 'apply the retention of projects',
  everyMs: 60 * MINUTE,
  firstMs: 5 * MINUTE,
  jobs: async (_, { retentionSweep }) =>
    (await retentionSweep.due(MAX_PROJECTS)).map(({ teamId, projectId }) => ({
      name: 'apply-retention',
      payload: { team_id: teamId, project_id: projectId },
    })),
}

const HOLDOUT: Schedule = {
  name: 'compare sessions with and without a brief',
  everyMs: 60 * MINUTE,
  firstMs: 6 * MINUTE,
  jobs: async (_, { holdoutSweep }) =>
    (await holdoutSweep.due(MAX_PROJECTS)).map(({ teamId, projectId }) => ({
      name: 'compare-holdout',
      payload: { team_id: teamId, project_id: projectId },
    })),
}

const CLIENTS: Schedule = {
  name: 'forget clients whose access ended',
  everyMs: 60 * MINUTE,
  firstMs: 3 * MINUTE,
  jobs: async (_, { oauthClients }) => {
    await forgetEndedClients(oauthClients, new Date())
    return []
  },
}

const PROPOSE: Schedule = {
  // Memories and findings came in meanwhile, and a cap of the language model may be free again.
  name: 'propose relationships of lorebooks',
  everyMs: 180 * MINUTE,
  firstMs: 2 * MINUTE,
  jobs: async (sweep) =>
    (await sweep.books()).map(({ teamId, bookId }) => ({
      name: 'propose-relationships',
      payload: { team_id: teamId, book_id: bookId },
    })),
}

const UPKEEP: readonly Schedule[] = [
  TOPICS,
  WITHDRAW,
  PURGE,
  SEAL,
  RETENTION,
  HOLDOUT,
  CLIENTS,
  PROPOSE,
  ...HOST_SCHEDULES,
]

/** What is done without anybody asking. Jobs of one key are one job, so every worker may run all of it. */
export const createSchedules = (language?: Quiet): readonly Schedule[] => [
  ...(language === undefined ? [] : [byModel(language), JUDGE, QUESTIONS]),
  {
    name: 'count words again',
    everyMs: 5 * MINUTE,
    firstMs: 20_000,
    jobs: async (sweep) =>
      (await sweep.teams()).map((team_id) => ({
        name: 'refresh-lexeme-stats',
        payload: { team_id },
      })),
  },
  {
    // Misspelled words are answered out of what was counted, and nobody should wait for that after a first import.
    name: 'count words of a first import',
    everyMs: MINUTE / 2,
    firstMs: 10_000,
    jobs: async (sweep) =>
      (await sweep.teamsToCount()).map((team_id) => ({
        name: 'refresh-lexeme-stats',
        payload: { team_id },
      })),
  },
  {
    name: 'embed what was left',
    everyMs: MINUTE,
    firstMs: 5_000,
    jobs: async (sweep) =>
      (await sweep.teamsToEmbed()).map((team_id) => ({
        name: 'embed-documents',
        payload: { team_id },
      })),
  },
  {
    // Finds documents without a vector of the present model, as all are after a change of model.
    name: 'embed again after a change of model',
    everyMs: 60 * MINUTE,
    firstMs: 5_000,
    jobs: async (sweep) =>
      (await sweep.teams()).map((team_id) => ({ name: 'embed-documents', payload: { team_id } })),
  },
  {
    name: 'distil what was forgotten',
    everyMs: MINUTE,
    firstMs: 10_000,
    jobs: async (sweep) => {
      const sessions = await sweep.sessionsToDistil({
        seconds: FORGOTTEN_SECONDS,
        limit: MAX_SESSIONS,
      })
      return sessions.map(({ teamId, sessionId }) => ({
        name: 'distil-session',
        payload: { team_id: teamId, session_id: sessionId },
      }))
    },
  },
  {
    name: 'curate what is quiet',
    everyMs: MINUTE,
    firstMs: 15_000,
    jobs: async (sweep) => {
      const projects = await sweep.projectsToCurate({ ...CURATE_AFTER, limit: MAX_SESSIONS })
      return projects.map(({ teamId, projectId }) => ({
        name: 'curate-project',
        payload: { team_id: teamId, project_id: projectId },
      }))
    },
  },
  ...UPKEEP,
  {
    name: 'index sessions anew of which rows are lost',
    everyMs: MINUTE,
    firstMs: 5_000,
    jobs: createLostSweep(lookForLostSessions()),
  },
  {
    name: 'index memory files anew of which rows are lost',
    everyMs: MINUTE,
    firstMs: 5_000,
    jobs: createLostSweep(lookForLostMemoryFiles()),
  },
]

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem'>
  publisher: Pick<Publisher, 'publishAll'>
  log: QueueLog
  explain: (error: unknown) => string
  language?: Quiet | undefined
  /** Between 0 and 1: spreads workers that start together. */
  random?: () => number
}

export const runSchedule = async (
  { unitOfWork, publisher }: Pick<Deps, 'unitOfWork' | 'publisher'>,
  { jobs }: Pick<Schedule, 'jobs'>,
): Promise<number> => {
  const due = await unitOfWork.asSystem((system) => jobs(system.sweep, system))
  if (due.length > 0) await publisher.publishAll(due)
  return due.length
}

/** Starts all schedules; close the result to stop them. */
export const startSchedules = (deps: Deps): { close(): Promise<void> } => {
  const { log, explain, random = Math.random } = deps
  const pulses: Pulse[] = createSchedules(deps.language).map((schedule) =>
    startPulse({
      everyMs: schedule.everyMs * (0.9 + 0.2 * random()),
      firstMs: schedule.firstMs * (0.5 + 0.5 * random()),
      beat: () => runSchedule(deps, schedule),
      onError: (error) =>
        log.warn({ schedule: schedule.name, reason: explain(error) }, 'a schedule failed'),
    }),
  )
  return {
    close: async () => {
      await Promise.all(pulses.map((pulse) => pulse.close()))
    },
  }
}
