import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { firstRecords } from '../files/first-records.ts'
import { isPacked } from '../files/open-file.ts'
import { createFileSource } from '../shared/file-source.ts'
import { versionOf } from '../shared/folders.ts'
import { isObject } from '../shared/values.ts'
import type { Found, Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { openSession, readSession, TOOL } from './read-rollout.ts'
import { recognise } from './recognise.ts'
import { createWorktreeRemotes } from './worktree-remotes.ts'

/** Codex in a terminal, an editor or on the desktop: one rollout per session, by day, packed
 * when it grows old, and one folder of archived ones. */
export const createCodexSource = ({ home, variables }: Surroundings): Source => {
  const root = variables.CODEX_HOME ?? join(home, '.codex')
  const places = [join(root, 'sessions'), join(root, 'archived_sessions')]
  const remotes = createWorktreeRemotes(places)
  const source = createFileSource({
    info: { name: TOOL, label: 'Codex' },
    places,
    fits: (name) => /\.jsonl(\.zst)?$/i.test(name),
    groupOf: (path) => idOf(path) ?? path,
    recognises: async (path, signal) => {
      const verdicts = (await firstRecords(path, signal)).map((record) =>
        isObject(record) ? recognise(record) : 'undecided',
      )
      return verdicts.find((verdict) => verdict !== 'undecided') === TOOL
    },
    read: async (...given) => remotes.withRemote(await readSession(...given)),
    open: async (...given) => {
      const session = await openSession(...given)
      return session && remotes.ofOpen(session)
    },
  })
  return { ...source, find: (path) => withoutCopies(source.find(path)) }
}

/**
 * A session may lie there more than once while it is packed or archived. Before the packed rollout the plain one counts, which comes first
 * in the order of names. An archived one that is longer than the live one is read with it, in whatever order they are found: they are
 * of one group, and of each message the fuller state is kept.
 */
async function* withoutCopies(all: AsyncIterable<Found>): AsyncGenerator<Found> {
  const plainOnes = new Set<string>()
  const live = new Map<string, number>()
  for await (const found of all) {
    const plain = found.path.replace(/\.zst$/i, '')
    if (plainOnes.has(plain)) continue
    plainOnes.add(plain)
    if ('problem' in found) {
      yield found
      continue
    }
    const name = basename(plain)
    const isArchived = /[\\/]archived_sessions[\\/]/.test(plain)
    if (isArchived && (live.get(name) ?? -1) >= (await plainSize(found.path))) continue
    // What a packed one holds is only known when it is read.
    if (!isArchived && idOf(plain) !== null && !isPacked(found.path))
      live.set(name, await plainSize(found.path))
    yield isPacked(found.path) ? { ...found, version: await versionOf([found.path]) } : found
  }
}

const plainSize = async (path: string): Promise<number> =>
  isPacked(path) ? Number.POSITIVE_INFINITY : ((await stat(path).catch(() => null))?.size ?? 0)

/** The session a rollout is of, by its name; what goes on after something was taken back has a second id behind it. */
const idOf = (path: string): string | null => ROLLOUT.exec(basename(path))?.[1] ?? null

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const ROLLOUT = new RegExp(`^rollout-.*?-(${ID})(?:_${ID})?\\.jsonl(?:\\.zst)?$`, 'i')
