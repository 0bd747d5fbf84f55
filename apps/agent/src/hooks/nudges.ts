import { readFile, rename, rm } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { HOOK_TOOLS, type HookTool } from './hook-tools.ts'

/** What a hook had to say: a session of a tool began or ended in a folder, or the conversation of one is being shortened. */
export type Nudge =
  | { event: 'start' | 'end'; tool: HookTool; folder: string }
  | { event: 'compact'; tool: HookTool; folder: string; session: string }

const MAX_LINES = 10_000

/** Takes all that hooks said since the last time. Lines that no hook of ours writes are left out. */
export const takeNudges = async (path: string): Promise<Nudge[]> => {
  const taken = `${path}.${process.pid}`
  try {
    await rename(path, taken)
  } catch {
    return []
  }
  const bytes = await readFile(taken)
  await rm(taken, { force: true })
  return linesOf(bytes).slice(-MAX_LINES).flatMap(parse)
}

/** Each is in UTF-8 or, from a cmd that had no letters for a folder, in UTF-16: there every word of ours has zeros in it. */
const linesOf = (bytes: Buffer): string[] => {
  const lines: string[] = []
  for (let from = 0; from < bytes.length; ) {
    const isWide = bytes[from + 1] === 0
    const encoding = isWide ? 'utf16le' : 'utf8'
    const end = isWide ? endOfWide(bytes, from) : bytes.indexOf('\n', from)
    const to = end === -1 ? bytes.length : end
    lines.push(bytes.toString(encoding, from, to))
    from = to + (isWide ? 2 : 1)
  }
  return lines
}

/** Where a line ends whose every letter is two bytes, one of which may look like the end of another. */
const endOfWide = (bytes: Buffer, from: number): number => {
  for (let at = from; at + 1 < bytes.length; at += 2) if (bytes.readUInt16LE(at) === 10) return at
  return -1
}

const parse = (line: string): Nudge[] => {
  const [event, name, folder = '', session = ''] = line.replace(/\r$/, '').split('\t')
  const tool = HOOK_TOOLS.find((one) => one === name)
  if (tool === undefined || !isAbsolute(folder) || folder.length >= 4_000) return []
  if (event === 'start' || event === 'end') return [{ event, tool, folder }]
  // A file is named by it.
  const isNamed = event === 'compact' && /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/.test(session)
  return isNamed ? [{ event, tool, folder, session }] : []
}
