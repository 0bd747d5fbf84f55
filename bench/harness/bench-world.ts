import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { grantSystemScope, grantTeamScope, type SystemScope, type TeamScope } from '@teamlore/core'
import {
  createUnitOfWork,
  type Engine,
  type EngineConfig,
  openEngine,
  type UnitOfWork,
} from '@teamlore/db'
import { newId, type TeamId, type UserId } from '@teamlore/shared'
import { benchEnv } from './bench-env.ts'
import type { BenchEngine } from './bench-options.ts'
import { selectRows } from './select-rows.ts'

/** A migrated database of its own, thrown away at the end unless it is kept. */
export type BenchWorld = {
  engine: Engine
  unitOfWork: UnitOfWork
  addTeam(people?: readonly string[]): Promise<BenchTeam>
  close(): Promise<void>
}

/** The machine that sends. */
export const BENCH_MACHINE = {
  fingerprint: '0'.repeat(32),
  name: 'bench',
  platform: 'linux',
  agent_version: '0',
}

export type BenchTeam = {
  teamId: TeamId
  /** One per name that was asked for. */
  userIds: UserId[]
  /** A person's who reads. */
  scope: TeamScope
  /** The same person's, who sends. */
  member: TeamScope<'member'>
  /** The worker's. */
  systemScope: SystemScope
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

type Place = {
  /** The embedded engine's files are in a folder, as the product has them, not in memory. */
  isOnDisk?: boolean
  /** Looks on at what is asked. */
  wrapQuery?: EngineConfig['wrapQuery']
}

/** @param kept name (a-z, 0-9 and _) of a database that stays for the next run, since filling it took long. */
export const openBenchWorld = async (
  kind: BenchEngine,
  kept?: string,
  place: Place = {},
): Promise<BenchWorld> => {
  const { engine, dispose } =
    kind === 'embedded' ? await openEmbedded(kept, place) : await openOnServer(kept, place)
  await engine.migrate()
  return {
    engine,
    unitOfWork: createUnitOfWork(engine),
    addTeam: (people = ['Bench']) => addTeam(engine, people),
    close: dispose,
  }
}

const openEmbedded = async (kept: string | undefined, { isOnDisk = false, wrapQuery }: Place) => {
  if (kept === undefined && isOnDisk) return openInFolderOfItsOwn(wrapQuery)
  const engine = await openEngine(
    kept === undefined
      ? { kind: 'embedded', memory: true, wrapQuery }
      : { kind: 'embedded', dataDir: keptFolder(kept), wrapQuery },
  )
  return { engine, dispose: () => engine.close() }
}

const openInFolderOfItsOwn = async (wrapQuery: Place['wrapQuery']) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'teamlore-bench-'))
  const engine = await openEngine({ kind: 'embedded', dataDir, wrapQuery })
  return {
    engine,
    dispose: async () => {
      await engine.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const keptFolder = (kept: string): string => {
  const folder = fileURLToPath(new URL(`../../bench-results/kept/${kept}`, import.meta.url))
  mkdirSync(folder, { recursive: true })
  return folder
}

/** A database of its own on the server, so that runs do not meet. */
const openOnServer = async (kept: string | undefined, { wrapQuery }: Place) => {
  const { databaseUrl } = benchEnv()
  if (databaseUrl === undefined) {
    throw new Error('--engine postgres needs TEST_DATABASE_URL=postgres://user@host:port/database.')
  }
  const name = `teamlore_bench_${kept ?? randomBytes(6).toString('hex')}`
  const server = await openEngine({ kind: 'postgres', url: databaseUrl, max: 1 })
  const known = await selectRows(
    server,
    `select 1 from pg_database where datname = ${literal(name)}`,
  )
  if (known.length === 0) await server.db.execute(`create database ${name}`)
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  // As many connections as the product has by default.
  const engine = await openEngine({ kind: 'postgres', url: url.href, wrapQuery })
  return {
    engine,
    dispose: async () => {
      await engine.close()
      if (kept === undefined)
        await server.db.execute(`drop database if exists ${name} with (force)`)
      await server.close()
    },
  }
}

const addTeam = async (engine: Engine, people: readonly string[]): Promise<BenchTeam> => {
  const teamId = newId.team()
  const userIds = people.map(() => newId.user())
  const users = userIds.map((id, index) => `(${literal(id)}, ${literal(people[index] ?? '')})`)
  const members = userIds.map((id) => `(${literal(teamId)}, ${literal(id)}, 'member')`)
  await engine.db.execute(
    `insert into teamlore.teams (id, name) values (${literal(teamId)}, 'Bench')`,
  )
  await engine.db.execute(`insert into teamlore.users (id, name) values ${users.join(', ')}`)
  await engine.db.execute(
    `insert into teamlore.memberships (team_id, user_id, role) values ${members.join(', ')}`,
  )
  return benchTeamOf(teamId, userIds)
}

/** The scopes of a team that is in the database already. */
export const benchTeamOf = (teamId: TeamId, userIds: UserId[]): BenchTeam => {
  const [userId] = userIds
  if (userId === undefined) throw new Error('A team needs somebody in it.')
  const actor = { kind: 'user', via: 'api_key' } as const
  const person = { teamId, userId, role: 'member', actor } as const
  return {
    teamId,
    userIds,
    scope: grantTeamScope(person, 'viewer'),
    member: grantTeamScope(person, 'member'),
    systemScope: grantSystemScope(teamId),
  }
}
