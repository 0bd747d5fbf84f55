import { readFile, rename, rm } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { IngestCommitsRequest } from '@teamlore/shared/commits'

type Rewrite = IngestCommitsRequest['rewrites'][number]

/** What the hooks of git said since the last time: in which folders commits were made, and what was rewritten there. */
export type HookNotes = ReadonlyMap<string, Rewrite[]>

const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
const MAX_LINES = 20_000

const parse = (line: string): { folder: string; rewrites: Rewrite[] }[] => {
  const [, what, to = '', , folder = '', from = ''] = line.replace(/\r$/, '').split('\t')
  if (!HASH.test(to) || !isAbsolute(folder) || folder.length > 4_000) return []
  if (what === 'commit') return [{ folder, rewrites: [] }]
  return what === 'rewrite' && HASH.test(from) ? [{ folder, rewrites: [{ from, to }] }] : []
}

/** Takes it away, so that one of several processes does it. */
export const takeHookNotes = async (path: string | undefined): Promise<HookNotes> => {
  if (path === undefined) return new Map()
  const taken = `${path}.${process.pid}`
  const notes = new Map<string, Rewrite[]>()
  try {
    await rename(path, taken)
  } catch {
    return notes
  }
  const text = await readFile(taken, 'utf8').catch(() => '')
  await rm(taken, { force: true })
  for (const { folder, rewrites } of text.split('\n').slice(-MAX_LINES).flatMap(parse))
    notes.set(folder, [...(notes.get(folder) ?? []), ...rewrites])
  return notes
}
