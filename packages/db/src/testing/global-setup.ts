import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ownMigrationsFolder } from '../engine/migrations.ts'
import { findTemplate, storeTemplate } from '../engine/template-cache.ts'
import { testTarget } from './test-env.ts'

/**
 * Vitest's globalSetup of every workspace that uses `createTestDatabase`: boots and migrates one
 * database per run (or finds one of the same content in the cache), of which each file gets a copy.
 */

export type TestTemplate =
  | { kind: 'embedded'; template: string }
  | { kind: 'postgres'; serverUrl: string; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    teamloreTemplate: TestTemplate
  }
}

type OpenEngine = typeof import('../engine/open-engine.ts').openEngine

/** Loading it takes longer than finding a template that is there already. */
const loadEngine = async (): Promise<OpenEngine> =>
  (await import('../engine/open-engine.ts')).openEngine

type Prepared = { template: TestTemplate; clear(): Promise<void> | void }

const hashFolder = (folder: string): string => {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (/\.(sql|json)$/.test(name)) hash.update(name).update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex')
}

const storeTemporarily = (tar: Uint8Array): { path: string; clear(): void } => {
  const folder = mkdtempSync(join(tmpdir(), 'teamlore-template-'))
  const path = join(folder, 'cluster.tar')
  writeFileSync(path, tar)
  return { path, clear: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A bare cluster on the way to the migrated one: it serves every later change of the migrations. */
const bareTemplate = async (openEngine: OpenEngine): Promise<void> => {
  if (findTemplate() !== undefined) return
  const engine = await openEngine({ kind: 'embedded', memory: true })
  storeTemplate(await engine.dump())
  await engine.close()
}

const prepareEmbedded = async (): Promise<Prepared> => {
  const content = hashFolder(ownMigrationsFolder())
  const cached = findTemplate(content)
  if (cached !== undefined) {
    return { template: { kind: 'embedded', template: cached }, clear: () => {} }
  }
  const openEngine = await loadEngine()
  await bareTemplate(openEngine)
  const engine = await openEngine({ kind: 'embedded', memory: true })
  await engine.migrate()
  const tar = await engine.dump()
  await engine.close()
  const stored = storeTemplate(tar, content)
  if (stored !== undefined) {
    return { template: { kind: 'embedded', template: stored }, clear: () => {} }
  }
  const { path, clear } = storeTemporarily(tar)
  return { template: { kind: 'embedded', template: path }, clear }
}

const preparePostgres = async (serverUrl: string): Promise<Prepared> => {
  const openEngine = await loadEngine()
  const { createServerDatabase } = await import('./server-database.ts')
  const database = await createServerDatabase(serverUrl)
  const engine = await openEngine({ kind: 'postgres', url: database.url, max: 1 })
  try {
    await engine.migrate()
  } finally {
    await engine.close()
  }
  return {
    template: { kind: 'postgres', serverUrl, template: database.name },
    clear: database.drop,
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const target = testTarget()
  const { template, clear } =
    target.kind === 'embedded' ? await prepareEmbedded() : await preparePostgres(target.serverUrl)
  project.provide('teamloreTemplate', template)
  return async () => {
    await clear()
  }
}
