import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { ensureAppRole } from './app-role.ts'
import type { DbExecutor } from './engine.types.ts'
import { rows } from './rows.ts'

const journalSchema = z.object({
  entries: z.array(z.object({ tag: z.string(), when: z.number() })),
})

/** From source the folder lies beside `src`, in a bundle beside the bundle. */
export const ownMigrationsFolder = (): string => {
  const candidates = ['../../migrations', './migrations'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  const found = candidates.find((path) => existsSync(`${path}/meta/_journal.json`))
  if (found === undefined) {
    throw new Error(
      `No migrations found in ${candidates.join(' or ')}. Build or reinstall Teamlore.`,
    )
  }
  return found
}

export const readJournal = (folder: string) =>
  journalSchema.parse(JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8'))).entries

const appliedTimes = async (db: DbExecutor): Promise<Set<number>> => {
  const [table] = await rows<{ name: string | null }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  )
  if (!table?.name) return new Set()
  const found = await rows<{ created_at: number }>(
    db,
    sql`select created_at from drizzle.__drizzle_migrations`,
  )
  return new Set(found.map((row) => row.created_at))
}

/**
 * Applies what is pending, oldest first, all in one transaction; `run` is drizzle's own migrator.
 * The role that migrations grant to exists before the first of them runs.
 */
export const applyMigrations = async (
  db: DbExecutor,
  folder: string,
  run: (config: { migrationsFolder: string }) => Promise<void>,
): Promise<{ applied: string[] }> => {
  const journal = readJournal(folder)
  const before = await appliedTimes(db)
  await ensureAppRole(db)
  await run({ migrationsFolder: folder })
  const after = await appliedTimes(db)
  // drizzle compares with the newest one only, and would skip an older latecomer for ever.
  const skipped = journal.find(({ when }) => !after.has(when))
  if (skipped) {
    throw new Error(
      `Migration ${skipped.tag} is older than one already applied and was skipped. ` +
        'Give it a later "when" in meta/_journal.json.',
    )
  }
  return { applied: journal.filter(({ when }) => !before.has(when)).map(({ tag }) => tag) }
}

/** Names of migrations this version knows and the database has not had yet, oldest first. Changes nothing. */
export const pendingMigrations = async (
  db: DbExecutor,
  folder: string = ownMigrationsFolder(),
): Promise<string[]> => {
  const applied = await appliedTimes(db)
  return readJournal(folder)
    .filter(({ when }) => !applied.has(when))
    .map(({ tag }) => tag)
}
