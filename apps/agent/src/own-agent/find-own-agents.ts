import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { DistilTool } from '@teamlore/shared/distil-leases'
import type { Adapter } from './adapter.types.ts'
import { openOwnFolder } from './own-folder.ts'
import { type Ran, runTool } from './run-tool.ts'

export type Machine = {
  stateDir: string
  home: string
  /** What a coding agent is given of our own variables: no keys. */
  variables: Readonly<Record<string, string>>
}

export type FoundAgent = {
  adapter: Adapter
  file: string
  version: string
  /** Null where the tool does not say without a request. */
  isSignedIn: boolean | null
}

export type MissingAgent = { adapter: Adapter; why: 'not installed' | 'too old' | 'not signed in' }

const LOOK_MS = 20_000
const ENDINGS = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : ['']

const fileOf = async (
  name: DistilTool,
  { variables }: Pick<Machine, 'variables'>,
): Promise<string | undefined> => {
  for (const folder of (variables['PATH'] ?? '').split(delimiter).filter((one) => one !== ''))
    for (const ending of ENDINGS) {
      const file = join(folder, name + ending)
      const isThere = await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
      if (isThere) return file
    }
  return undefined
}

const isAtLeast = (version: string, least: Adapter['minVersion']): boolean => {
  const parts = version.split('.').map(Number)
  for (const [n, wanted] of least.entries()) {
    const has = parts[n] ?? 0
    if (has !== wanted) return has > wanted
  }
  return true
}

/** Whether a coding agent can be asked: it is there, new enough that all its tools can be switched off, and signed in. */
export const findOwnAgent = async (
  adapter: Adapter,
  machine: Machine,
  signal?: AbortSignal,
): Promise<FoundAgent | MissingAgent> => {
  const file = await fileOf(adapter.name, machine)
  if (file === undefined) return { adapter, why: 'not installed' }
  const folder = await openOwnFolder(machine.stateDir, adapter.name)
  const env = { ...machine.variables, TMPDIR: folder.tmp }
  const run = (args: readonly string[]): Promise<Ran | undefined> =>
    runTool({ file, args, env, cwd: folder.cwd, timeoutMs: LOOK_MS, signal }).catch(() => undefined)
  const said = await run(['--version'])
  const version = /\d+\.\d+\.\d+/.exec(said?.stdout ?? '')?.[0]
  if (said?.code !== 0 || version === undefined) return { adapter, why: 'not installed' }
  if (!isAtLeast(version, adapter.minVersion)) return { adapter, why: 'too old' }
  const asked = adapter.signIn === null ? undefined : await run(adapter.signIn.args)
  const isSignedIn = asked === undefined ? null : (adapter.signIn?.read(asked) ?? null)
  await folder.clean([])
  return isSignedIn === false
    ? { adapter, why: 'not signed in' }
    : { adapter, file, version, isSignedIn }
}
