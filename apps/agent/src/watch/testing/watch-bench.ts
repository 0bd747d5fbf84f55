import { createClaudeCodeSource } from '@teamlore/sources/claude-code/claude-code.source'
import type { Source } from '@teamlore/sources/source'
import type { Surroundings } from '@teamlore/sources/surroundings'
import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { serverRoot } from '../../capture/state-store.ts'
import { type FakeServer, startFakeServer } from '../../capture/testing/fake-server.ts'
import { type CaptureState, readCaptureState } from '../../platform/capture-state.ts'
import type { SpoolOptions } from '../../spool/spool.ts'
import type { WatchEvent, WatchOptions, WatchOutcome } from '../watch.types.ts'
import { makeWatchSessions } from '../watch-sessions.ts'

type Start = {
  sources?: (home: string) => readonly Source[]
  write?: SpoolOptions['write']
  sweepMs?: number
  now?: () => Date
  options?: Partial<WatchOptions>
}

export type Watching = {
  events: WatchEvent[]
  ended: Promise<WatchOutcome>
  stop: () => Promise<WatchOutcome>
}

type Making = { makeSources?: (surroundings: Surroundings) => readonly Source[] }

/** A home folder, a server and watches of the one for the other. */
export const watchBench = async ({ makeSources }: Making = {}) => {
  const server = await startFakeServer()
  const home = temporaryFolder()
  const state = temporaryFolder()
  const running = new Set<Watching>()

  const start = ({
    sources,
    write,
    sweepMs = 60_000,
    now = () => new Date(),
    options,
  }: Start = {}): Watching => {
    const stop = new AbortController()
    const events: WatchEvent[] = []
    const watchSessions = makeWatchSessions({
      makeSources:
        makeSources ??
        (({ home: folder }) => sources?.(folder) ?? [createClaudeCodeSource({ home: folder })]),
      random: () => 0.1,
      clock: () => performance.now(),
      now,
      sweepMs,
      giveBackMemory: () => undefined,
      ...(write ? { write } : {}),
    })
    const ended = watchSessions({
      client: server.client,
      machine: { fingerprint: '0'.repeat(32), name: 'test', platform: 'test', agent_version: '0' },
      serverId: 'team',
      server: server.baseUrl,
      stateDir: state.path,
      rulesFile: `${state.path}/redaction.json`,
      spoolLimitBytes: 100e6,
      surroundings: { home: home.path, platform: 'linux', variables: {} },
      signal: stop.signal,
      isStillCurrent: async () => true,
      onEvent: (event) => events.push(event),
      ...options,
    })
    const watching: Watching = {
      events,
      ended,
      stop: async () => {
        running.delete(watching)
        stop.abort()
        return ended
      },
    }
    ended.catch(() => running.delete(watching))
    running.add(watching)
    return watching
  }

  return {
    server,
    home,
    state,
    start,
    root: serverRoot(state.path, 'team'),
    figures: (): Promise<CaptureState | undefined> =>
      readCaptureState(serverRoot(state.path, 'team')),
    /** Where Claude Code writes the session of this id. */
    file: (id: string): string => `.claude/projects/-p/${id}.jsonl`,
    close: async (): Promise<void> => {
      for (const one of running) await one.stop().catch(() => undefined)
      await server.close()
      home.remove()
      state.remove()
    },
  }
}

export type WatchBench = Awaited<ReturnType<typeof watchBench>>

export const keysOn = (server: FakeServer, session: string): string[] =>
  [...(server.held.get(session)?.messages.keys() ?? [])].sort()
