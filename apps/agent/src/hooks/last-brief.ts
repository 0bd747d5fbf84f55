import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { placeOf } from './brief-files.ts'
import { GIVEN } from './given.ts'
import type { HookPlaces } from './hook-places.ts'
import { HOOK_TOOLS, type HookTool } from './hook-tools.ts'

/** A brief that a session got at its start. */
export type LastBrief = {
  /** ISO time. */
  at: string
  tool: HookTool
  /** As the tool itself names the session; null where it did not say. */
  session: string | null
  /** Top folder of the project. */
  folder: string
  text: string
}

type Places = Pick<HookPlaces, 'briefs' | 'data'>

/** The last brief that was given in a project; undefined when none was. */
export const readLastBrief = async (
  folder: string,
  { briefs }: Places,
): Promise<LastBrief | undefined> => {
  const place = placeOf(briefs, folder)
  try {
    const { mtime } = await stat(join(place, GIVEN.tool))
    const name = (await readFile(join(place, GIVEN.tool), 'utf8')).trim()
    const tool = HOOK_TOOLS.find((one) => one === name)
    if (tool === undefined) return undefined
    const said = await readFile(join(place, GIVEN.session), 'utf8').catch(() => '')
    return {
      at: mtime.toISOString(),
      tool,
      folder,
      session: /^[A-Za-z0-9._-]{1,200}$/m.exec(said)?.[0] ?? null,
      text: await readStart(join(place, GIVEN.text)),
    }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined
    throw error
  }
}

/** Where on this machine a brief was given last; undefined when none ever was. */
export const lastBriefFolder = async ({ data }: Places): Promise<string | undefined> => {
  const text = await readFile(join(data, GIVEN.last), 'utf8').catch(() => '')
  return text.replace(/\n$/, '') || undefined
}

/** A brief has at most 9,000 characters; whatever else lies there is not read to its end. */
const MAX_BYTES = 64_000

const readStart = async (path: string): Promise<string> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
