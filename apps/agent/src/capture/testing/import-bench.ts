import { createClaudeCodeSource } from '@teamlore/sources/claude-code/claude-code.source'
import type { Source } from '@teamlore/sources/source'
import type { Surroundings } from '@teamlore/sources/surroundings'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { createFakeTimes } from '../../testing/fake-times.ts'
import type { ImportOptions, ImportReport } from '../import.types.ts'
import { makeRunImport } from '../run-import.ts'
import { type FakeServer, startFakeServer } from './fake-server.ts'

type MakeSources = (surroundings: Surroundings) => readonly Source[]

/** A server, a folder of session files and a state, for imports in tests. Waiting between tries takes no time. */
export const importBench = async (
  makeSources: MakeSources = ({ home }) => [createClaudeCodeSource({ home })],
) => {
  const server = await startFakeServer()
  const files = temporaryFolder()
  const state = temporaryFolder()
  const times = createFakeTimes()
  const runImport = makeRunImport({
    makeSources,
    resolveProject: async (cwd) =>
      cwd === null ? null : { remote_url: null, root_commit: null, root_path: cwd },
    ...times,
    now: () => new Date(),
    headOf: async () => null,
    giveBackMemory: () => undefined,
  })
  const optionsFor = (to: FakeServer, more: Partial<ImportOptions>): ImportOptions => ({
    client: to.client,
    machine: { fingerprint: '0'.repeat(32), name: 'test', platform: 'test', agent_version: '0' },
    serverId: to.baseUrl,
    server: to.baseUrl,
    spoolLimitBytes: 100e6,
    stateDir: state.path,
    rulesFile: `${state.path}/redaction.json`,
    path: files.path,
    surroundings: { home: files.path, platform: 'linux', variables: {} },
    dryRun: false,
    ...more,
  })
  return {
    server,
    files,
    state,
    times,
    waits: times.waits,
    run: (more: Partial<ImportOptions> = {}): Promise<ImportReport> =>
      runImport(optionsFor(server, more)),
    /** As somebody else put it together. */
    runAs: runImport,
    /** Of the places of the tools themselves. */
    runHome: (): Promise<ImportReport> => {
      const { path: _, ...options } = optionsFor(server, {})
      return runImport(options)
    },
    runTo: (to: FakeServer, more: Partial<ImportOptions> = {}): Promise<ImportReport> =>
      runImport(optionsFor(to, more)),
    close: async (): Promise<void> => {
      await server.close()
      files.remove()
      state.remove()
    },
  }
}

export type ImportBench = Awaited<ReturnType<typeof importBench>>
