import { execFileSync } from 'node:child_process'
import type { MemoryFilesReport } from '@teamlore/shared'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { startFakeServer } from '../../capture/testing/fake-server.ts'
import type { MemoryFileChoice } from '../../env.ts'
import { deliverPayload } from '../../payloads/deliver-payload.ts'
import { openPrivacy } from '../../privacy/privacy.ts'
import { createHeadReader } from '../../project/read-head.ts'
import { createProjectResolver } from '../../project/resolve-project.ts'
import { openSpool, type SpoolOptions } from '../../spool/spool.ts'
import { noRetries } from '../../wire/retry-policy.ts'
import { openMirror } from '../mirror.ts'
import { readMirrorFigures } from '../mirror-figures.ts'
import { createMirrorLedger } from '../mirror-ledger.ts'
import { openMirrorState } from '../mirror-state.ts'

/** A home folder with one repository in it, a server, and mirrors of the one on the other. */
export const mirrorBench = async () => {
  const server = await startFakeServer()
  const home = temporaryFolder()
  const state = temporaryFolder()
  const root = `${home.path}/work/harbour`
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  let now = Date.parse('2026-05-01T09:00:00.000Z')
  home.write('work/harbour/README.md', '# Harbour\n')
  git('init', '-q', '-b', 'main')

  /** A process that begins again. */
  const open = async (memoryFiles?: MemoryFileChoice, write?: SpoolOptions['write']) => {
    const privacy = await openPrivacy({
      rulesFile: `${state.path}/redaction.json`,
      cachePath: `${state.path}/rules.json`,
      isReadOnly: false,
    })
    const clock = () => performance.now()
    const kept = await openMirrorState(state.path)
    const clockTime = () => new Date(now)
    const spool = await openSpool({
      root: state.path,
      limitBytes: 100e6,
      now: clockTime,
      ...(write ? { write } : {}),
    })
    const mirror = await openMirror({
      state: kept,
      spool,
      privacy,
      memoryFiles,
      clock,
      hold: (work) => work(),
      onSpooled: () => undefined,
      machine: { fingerprint: '0'.repeat(32), name: 'test', platform: 'test', agent_version: '0' },
      surroundings: { home: home.path, variables: {} },
      headOf: createHeadReader({ clock }),
      now: clockTime,
    })
    const resolve = mirror.noting(createProjectResolver())
    const retryPolicy = noRetries(0, { sleep: async () => undefined })
    const ledgers = { 'memory-files': createMirrorLedger(kept, clockTime) }
    /** Sends what waits until the server is in trouble. */
    const send = async (): Promise<void> => {
      for (let next = spool.first(); next !== undefined; next = spool.first()) {
        const sending = { client: server.client, spool, retryPolicy, ledgers }
        if (await deliverPayload('memory-files', next, sending)) return
      }
    }
    /** A session was seen in the repository; then everything is looked at. */
    const sight = async (cwd = root): Promise<void> => {
      await resolve(cwd)
      for (const { root: folder } of mirror.folders()) await mirror.look(folder)
    }
    return {
      mirror,
      spool,
      sight,
      send,
      /** Both. */
      look: async (cwd = root): Promise<void> => {
        await sight(cwd)
        await send()
      },
    }
  }

  return {
    server,
    home,
    state,
    root,
    git,
    open,
    /** Writes a file of the repository. */
    write: (path: string, text: string | Uint8Array): string =>
      home.write(`work/harbour/${path}`, text),
    pass: (ms: number): void => {
      now += ms
    },
    figures: () => readMirrorFigures(state.path),
    /** What was said last of the project, or of what belongs to none. */
    said: (of: 'project' | 'person' = 'project'): MemoryFilesReport | undefined =>
      server.memoryFiles.findLast(({ project }) => (project === null) === (of === 'person')),
    close: async (): Promise<void> => {
      await server.close()
      home.remove()
      state.remove()
    },
  }
}

export type MirrorBench = Awaited<ReturnType<typeof mirrorBench>>
