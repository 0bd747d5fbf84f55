import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { REDACTION_VERSION } from '@teamlore/redaction'
import { ingestProjectSchema } from '@teamlore/shared'
import { z } from 'zod'
import { writePrivateFile } from '../platform/private-file.ts'

const mirroredFolderSchema = z.object({
  /** Top folder of the project; empty for what a person has for all projects. */
  root: z.string(),
  project: ingestProjectSchema.nullable(),
  /** When a session was last seen in it. */
  last_session_at: z.iso.datetime(),
  revision: z.number(),
  /** Hash of what the system said of its files at the last look; empty when it has to be looked at again. */
  seen: z.string(),
  /** Hash of what the server acknowledged last, and of what it would not take; empty when it did neither. */
  sent: z.string(),
  refused: z.string(),
  sent_at: z.iso.datetime().nullable(),
  /** The batch of the spool in which its files wait, and their hash. */
  waiting: z.object({ batch: z.string(), said: z.string() }).nullable().default(null),
  /** Whether there is something that the server does not have yet. */
  is_waiting: z.boolean(),
  files: z.number(),
  /** Files that stay here: by .loreignore, by their nature, or because they are no text. */
  left_out: z.number(),
  /** Path, hash of the text, and since when it is that. */
  times: z.array(z.tuple([z.string(), z.string(), z.string()])),
  problem: z.object({ at: z.iso.datetime(), message: z.string() }).nullable(),
})
/** What is known of a folder whose memory files are mirrored. Nothing of what they say. */
export type MirroredFolder = z.infer<typeof mirroredFolderSchema>

const mirrorStateSchema = z.object({
  version: z.literal(1),
  redaction: z.number(),
  folders: z.array(mirroredFolderSchema),
})

const MAX_FOLDERS = 500

const statePath = (serverRoot: string): string => join(serverRoot, 'memory-files.json')

/** Undefined when there is none, or none that this version understands. */
export const readMirrorState = async (
  serverRoot: string,
): Promise<MirroredFolder[] | undefined> => {
  try {
    const text = await readFile(statePath(serverRoot), 'utf8')
    const { redaction, folders } = mirrorStateSchema.parse(JSON.parse(text))
    if (redaction === REDACTION_VERSION) return folders
    // What was redacted by older rules is looked at again.
    return folders.map((folder) => ({ ...folder, seen: '', sent: '', waiting: null }))
  } catch {
    return undefined
  }
}

export const newFolder = (
  project: MirroredFolder['project'],
  last_session_at: string,
): MirroredFolder => ({
  root: project?.root_path ?? '',
  project,
  last_session_at,
  revision: 0,
  seen: '',
  sent: '',
  refused: '',
  sent_at: null,
  waiting: null,
  is_waiting: false,
  files: 0,
  left_out: 0,
  times: [],
  problem: null,
})

export type MirrorState = Awaited<ReturnType<typeof openMirrorState>>

/**
 * Which folders are mirrored to one server, and how far. Lost, it costs sending again. A watch and an import may write it at
 * the same time: each changes only the folders it looked at.
 */
export const openMirrorState = async (serverRoot: string) => {
  const before = await readMirrorState(serverRoot)
  const folders = new Map((before ?? []).map((folder) => [folder.root, folder] as const))
  let writing: Promise<void> = Promise.resolve()

  const write = async (root: string): Promise<void> => {
    const own = folders.get(root)
    for (const other of (await readMirrorState(serverRoot)) ?? [])
      if (other.root !== root) folders.set(other.root, other)
    if (own === undefined) folders.delete(root)
    const kept = [...folders.values()].sort(byLastSession).slice(0, MAX_FOLDERS)
    await writePrivateFile(
      statePath(serverRoot),
      JSON.stringify({ version: 1, redaction: REDACTION_VERSION, folders: kept }),
    )
  }
  const inTurn = (root: string): Promise<void> => {
    const written = writing.then(() => write(root))
    writing = written.catch(() => undefined)
    return written
  }

  return {
    /** Nothing was ever mirrored: the folders of the sessions that were captured until then. */
    begin: async (): Promise<void> => {
      if (before !== undefined || folders.size > 0) return
      for (const folder of await foldersOfSessions(serverRoot)) folders.set(folder.root, folder)
    },
    /** Looks again at what is there, after another process had it. */
    reload: async (): Promise<void> => {
      for (const folder of (await readMirrorState(serverRoot)) ?? [])
        folders.set(folder.root, folder)
    },
    /** Those where somebody worked last come first. */
    folders: (): MirroredFolder[] => [...folders.values()].sort(byLastSession),
    get: (root: string): MirroredFolder | undefined => folders.get(root),
    /** Kept in memory, and on disk with the next change of its own. */
    note: (folder: MirroredFolder): void => {
      folders.set(folder.root, folder)
    },
    save: (folder: MirroredFolder): Promise<void> => {
      folders.set(folder.root, folder)
      return inTurn(folder.root)
    },
    forget: (root: string): Promise<void> => {
      folders.delete(root)
      return inTurn(root)
    },
  }
}

const byLastSession = (a: MirroredFolder, b: MirroredFolder): number =>
  a.last_session_at === b.last_session_at
    ? compare(a.root, b.root)
    : compare(b.last_session_at, a.last_session_at)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const sessionSchema = z.object({
  facts: z.object({
    project: ingestProjectSchema,
    started_at: z.string().nullable(),
    ended_at: z.string().nullable(),
  }),
})

/** The folders of the sessions that were captured before anything was mirrored. */
export const foldersOfSessions = async (serverRoot: string): Promise<MirroredFolder[]> => {
  const folder = join(serverRoot, 'sessions')
  const found = new Map<string, MirroredFolder>()
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.json')) continue
    const { success, data } = sessionSchema.safeParse(await jsonIn(join(folder, name)))
    if (!success) continue
    const { project, ended_at, started_at } = data.facts
    const at = isoOf(ended_at ?? started_at)
    const before = found.get(project.root_path)
    if (before === undefined || before.last_session_at < at)
      found.set(project.root_path, newFolder(project, at))
  }
  return [...found.values()]
}

const jsonIn = async (path: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

const isoOf = (time: string | null): string => {
  const ms = Date.parse(time ?? '')
  return new Date(Number.isNaN(ms) ? 0 : ms).toISOString()
}
