import { basename, dirname, join } from 'node:path'
import type { SessionKind } from '@teamlore/shared'
import { buildSession } from '../shared/build-session.ts'
import { readJson, readJsonBeside, wholeFigures } from '../shared/read-document.ts'
import { createUnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, isObject, textOrNull, timeOrNull } from '../shared/values.ts'
import type { Place, ReadOutcome } from '../source.ts'
import { turnsOfHistory } from './history-turns.ts'
import { stemOf } from './places.ts'
import { listOf, type RawMessage } from './raw-task.ts'

type RawSession = { sessionId?: unknown; origin?: unknown; messages?: unknown }

type RawManifest = {
  session_id?: unknown
  started_at?: unknown
  ended_at?: unknown
  cwd?: unknown
  workspace_root?: unknown
  metadata?: unknown
}

type RawMetadata = { title?: unknown; fork?: unknown }
type RawFork = { forkedFromSessionId?: unknown; forkedAt?: unknown }

/** Reads a session of newer Cline: its messages, and the manifest beside them. */
export const readOwnSession = async (
  tool: string,
  place: Place,
  signal?: AbortSignal,
): Promise<ReadOutcome> => {
  const read = await readJson(place.path, signal)
  if ('problem' in read) return { status: 'skipped', reason: read.problem }
  const raw = fieldsOf<RawSession>(read.value)
  const { manifest, ...facts } = await identify(place.path, textOrNull(raw.sessionId, 300), signal)
  const isSubagent = facts.kind === 'subagent'
  const cwd = textOrNull(manifest.cwd, 4_096) ?? textOrNull(manifest.workspace_root, 4_096)
  const unknown = createUnknownRecords()
  const turns = turnsOfHistory(listOf(raw.messages).filter(isObject) as readonly RawMessage[], {
    cwd,
    isSubagent,
    forkedAt: facts.forkedAt,
    unknown,
  })
  if (turns.length === 0) return { status: 'skipped', reason: 'holds no message yet' }
  const session = buildSession(
    {
      tool,
      ...facts,
      cwd,
      toolVersion: textOrNull(fieldsOf<{ version?: unknown }>(raw.origin).version),
      title: isSubagent ? null : textOrNull(fieldsOf<RawMetadata>(manifest.metadata).title),
      startedAt: isSubagent ? null : timeOrNull(manifest.started_at),
      figures: { ...wholeFigures([place]), unknownRecords: unknown.counts() },
    },
    turns,
  )
  return { status: 'session', session }
}

type Identity = {
  nativeId: string
  kind: SessionKind
  parentNativeId: string | null
  forkedAt: string | null
  manifest: RawManifest
}

const identify = async (
  path: string,
  named: string | null,
  signal?: AbortSignal,
): Promise<Identity> => {
  const folder = dirname(path)
  const stem = stemOf(path)
  const own = await readManifest(join(folder, `${stem}.json`), signal)
  // Those that work for a session lie in its folder, under names of their own and without a manifest.
  const above =
    own === null ? await readManifest(join(folder, `${basename(folder)}.json`), signal) : null
  if (above !== null) {
    const parent = textOrNull(above.session_id, 300) ?? basename(folder)
    const nativeId = named === null || named === parent ? `${parent}/${stem}`.slice(0, 300) : named
    return { nativeId, kind: 'subagent', parentNativeId: parent, forkedAt: null, manifest: above }
  }
  const manifest = own ?? {}
  const fork = forkOf(manifest)
  return {
    nativeId: named ?? stem.slice(0, 300),
    kind: fork === null ? 'main' : 'fork',
    parentNativeId: fork?.from ?? null,
    forkedAt: fork?.at ?? null,
    manifest,
  }
}

const readManifest = async (path: string, signal?: AbortSignal): Promise<RawManifest | null> => {
  const value = fieldsOf<RawManifest>(await readJsonBeside(path, signal))
  return value.session_id === undefined ? null : value
}

const forkOf = ({ metadata }: RawManifest): { from: string; at: string | null } | null => {
  const fork = fieldsOf<RawFork>(fieldsOf<RawMetadata>(metadata).fork)
  const from = textOrNull(fork.forkedFromSessionId, 300)
  return from === null ? null : { from, at: timeOrNull(fork.forkedAt) }
}

const MAX_FORKS = 50

/**
 * The session a line of forks began with: forks repeat the messages of what they were made from, so they are looked at
 * together.
 */
export const rootOfForks = async (path: string): Promise<string> => {
  const sessions = dirname(dirname(path))
  let at = stemOf(path)
  let manifest = join(dirname(path), `${at}.json`)
  for (let steps = 0; steps < MAX_FORKS; steps++) {
    const fork = forkOf((await readManifest(manifest)) ?? {})
    if (fork === null || !/^[\w-]+$/.test(fork.from)) break
    at = fork.from
    manifest = join(sessions, at, `${at}.json`)
  }
  return `${sessions}\n${at}`
}
