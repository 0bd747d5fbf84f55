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
 * A session may lie there more than once while it is packed or archived: the live rollout counts, and before the packed one
 * the plain one, which comes first in the order of names.
 */
async function* withoutCopies(all: AsyncIterable<Found>): AsyncGenerator<Found> {
  const seen = new Set<string>()
  for await (const found of all) {
    const plain = found.path.replace(/\.zst$/i, '')
    const name = basename(plain)
    const isArchived = /[\\/]archived_sessions[\\/]/.test(plain)
    if (seen.has(plain) || (isArchived && seen.has(name))) continue
    seen.add(plain)
    if (!isArchived && idOf(plain) !== null) seen.add(name)
    yield 'problem' in found || !isPacked(found.path)
      ? found
      : { ...found, version: await versionOf([found.path]) }
  }
}

/** The session a rollout is of, by its name; what goes on after something was taken back has a second id behind it. */
const idOf = (path: string): string | null => ROLLOUT.exec(basename(path))?.[1] ?? null

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const ROLLOUT = new RegExp(`^rollout-.*?-(${ID})(?:_${ID})?\\.jsonl(?:\\.zst)?$`, 'i')
