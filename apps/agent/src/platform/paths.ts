import { join, resolve } from 'node:path'
import envPaths from 'env-paths'
import type { Config } from '../env.ts'

export type Paths = {
  configDir: string
  /** What was imported, per server. */
  stateDir: string
  /** The server and this machine's key for it; mode 0600. */
  credentials: string
  /** Who this machine is, to every server. */
  machine: string
  lastImport: string
  /** What its user takes for a secret beside what everybody does. */
  rulesFile: string
  /** Which coding tools are switched off. */
  toolsFile: string
  /** Which coding agents somebody agreed to have sessions distilled by, and whether that is done by itself. */
  distilFile: string
}

/** A `LORE_CONFIG_DIR` of its own is an installation of its own, so its state lies there too. */
export const resolvePaths = ({
  configDir,
  stateDir,
}: Pick<Config, 'configDir' | 'stateDir'>): Paths => {
  const system = envPaths('teamlore', { suffix: '' })
  const config = resolve(configDir ?? system.config)
  const state = resolve(
    stateDir ?? (configDir === undefined ? join(system.data, 'agent') : join(config, 'state')),
  )
  return {
    configDir: config,
    stateDir: state,
    credentials: join(config, 'credentials.json'),
    machine: join(config, 'machine.json'),
    rulesFile: join(config, 'redaction.json'),
    toolsFile: join(config, 'tools.json'),
    distilFile: join(config, 'distil.json'),
    lastImport: join(state, 'last-import.json'),
  }
}
