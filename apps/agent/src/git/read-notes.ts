import type { IngestCommit } from '@teamlore/shared/commits'
import { gitText, spawnGit } from './spawn-git.ts'

type Noted = IngestCommit['noted_sessions']

/** Where git-ai keeps who wrote what. */
const REF = 'refs/notes/ai'
const LARGEST_NOTE = 2_000_000

/** Says by another answer that notes were added or fetched; empty where there are none. */
export const notesTip = async (cwd: string, signal: AbortSignal | undefined): Promise<string> =>
  (await gitText(cwd, ['rev-parse', '-q', '--verify', REF], { signal }).catch(() => '')).trim()

/** Commits whose notes differ between two states of them; undefined where git cannot say. */
export const notedBetween = async (
  cwd: string,
  [from, to]: readonly [string, string],
  signal: AbortSignal | undefined,
): Promise<Set<string> | undefined> => {
  const args = ['diff-tree', '-r', '-z', '--name-only', from, to, '--']
  const output = await gitText(cwd, args, { signal }).catch(() => undefined)
  // Where there are many, git parts the hash into folders.
  if (output === undefined) return undefined
  return new Set(output.split('\0').map((path) => path.replaceAll('/', '')))
}

/** Sessions that git-ai noted with commits. Nothing where there are no notes. */
export const notedSessions = async (
  cwd: string,
  shas: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, Noted>> => {
  const found = new Map<string, Noted>()
  const listed = await gitText(cwd, ['notes', `--ref=${REF}`, 'list'], { signal }).catch(() => '')
  if (listed === '') return found
  const wanted = new Set(shas)
  const pairs = listed.split('\n').flatMap((line): [string, string][] => {
    const [note = '', sha = ''] = line.split(' ')
    return wanted.has(sha) && /^[0-9a-f]{40,64}$/.test(note) ? [[note, sha]] : []
  })
  if (pairs.length === 0) return found
  const blobs = await readable(cwd, [...new Set(pairs.map(([note]) => note))], signal)
  const toRead = pairs.filter(([note]) => blobs.has(note))
  let at = 0
  for await (const text of blobTexts(
    cwd,
    toRead.map(([note]) => note),
    signal,
  )) {
    const noted = sessionsInNote(text)
    if (noted.length > 0) found.set(toRead[at]?.[1] ?? '', noted)
    at++
  }
  return found
}

const inputOf = (blobs: readonly string[]): string => blobs.map((blob) => `${blob}\n`).join('')

/** Which of these are blobs that one reads. */
const readable = async (
  cwd: string,
  blobs: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Set<string>> => {
  const output = await gitText(cwd, ['cat-file', '--batch-check'], {
    input: inputOf(blobs),
    signal,
  })
  return new Set(
    output.split('\n').flatMap((line) => {
      const [name = '', type, size] = line.split(' ')
      return type === 'blob' && Number(size) <= LARGEST_NOTE ? [name] : []
    }),
  )
}

/** The next whole blob of what `cat-file --batch` prints: a head with its size, its bytes, the end of a line. */
const takeBlob = (bytes: Buffer): { text: string; rest: Buffer } | undefined => {
  const end = bytes.indexOf(10)
  if (end === -1) return undefined
  const [, type, said] = bytes.toString('latin1', 0, end).split(' ')
  // One that is gone meanwhile: `missing` stands in the place of its type, and nothing follows.
  if (type !== 'blob') return { text: '', rest: bytes.subarray(end + 1) }
  const size = Number(said)
  const from = end + 1
  if (bytes.length < from + size + 1) return undefined
  return {
    text: bytes.toString('utf8', from, from + size),
    rest: bytes.subarray(from + size + 1),
  }
}

/** The texts of blobs in their order, by one process for all. */
async function* blobTexts(
  cwd: string,
  blobs: readonly string[],
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  if (blobs.length === 0) return
  let kept: Buffer = Buffer.alloc(0)
  for await (const chunk of spawnGit(cwd, ['cat-file', '--batch'], {
    input: inputOf(blobs),
    signal,
  })) {
    kept = Buffer.concat([kept, chunk])
    for (let found = takeBlob(kept); found !== undefined; found = takeBlob(kept)) {
      kept = found.rest
      yield found.text
    }
  }
}

/** The second part of an authorship note is JSON whose prompts name the tool and its session. */
export const sessionsInNote = (text: string): Noted => {
  const json = text.slice(text.search(/^---$/m) + 4)
  try {
    const { prompts = {}, sessions = {} } = JSON.parse(json) as Record<
      string,
      Record<string, unknown>
    >
    const noted = [...Object.values(prompts), ...Object.values(sessions)].flatMap((one): Noted => {
      const agent = (one as { agent_id?: { tool?: unknown; id?: unknown } } | null)?.agent_id
      return typeof agent?.tool === 'string' && typeof agent.id === 'string'
        ? [{ tool: agent.tool.slice(0, 100), native_id: agent.id.slice(0, 300), by: 'git-ai' }]
        : []
    })
    return [...new Map(noted.map((one) => [one.native_id, one])).values()].slice(0, 100)
  } catch {
    return []
  }
}
