import { readFile, rename, rm } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { HOOK_TOOLS, type HookTool } from './hook-tools.ts'

/** What a hook had to say: a session of a tool began or ended in a folder. */
export type Nudge = { event: 'start' | 'end'; tool: HookTool; folder: string }

const MAX_CHARS = 1_000_000

/** Takes all that hooks said since the last time. Lines that no hook of ours writes are left out. */
export const takeNudges = async (path: string): Promise<Nudge[]> => {
  const taken = `${path}.${process.pid}`
  try {
    await rename(path, taken)
  } catch {
    return []
  }
  const text = await readFile(taken, 'utf8')
  await rm(taken, { force: true })
  return text.slice(-MAX_CHARS).split('\n').flatMap(parse)
}

const parse = (line: string): Nudge[] => {
  const [event, name, folder = ''] = line.replace(/\r$/, '').split('\t')
  const tool = HOOK_TOOLS.find((one) => one === name)
  if ((event !== 'start' && event !== 'end') || tool === undefined) return []
  return isAbsolute(folder) && folder.length < 4_000 ? [{ event, tool, folder }] : []
}
