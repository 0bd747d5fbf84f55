import { dirname, join, resolve } from 'node:path'
import { isFolder } from '../files/is-folder.ts'
import { walkFiles } from '../files/walk-files.ts'
import { editorUserFolders } from '../shared/editor-folders.ts'
import { existingFolders, findInPlaces, versionOf } from '../shared/folders.ts'
import { readPlaces } from '../shared/merge-sessions.ts'
import type { Found, Place, ReadOutcome, Source } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { EDITOR_TOOLS, type EditorTool } from './editor-tools.ts'
import { HISTORY, MESSAGES, mayHoldSession, stemOf, TRANSCRIPT, taskFile } from './places.ts'
import { readOwnSession, rootOfForks } from './read-own-session.ts'
import { readTask } from './read-task.ts'
import { lookAt } from './recognise.ts'

/** Cline and what was made from it: one source each, all alike but for their names and places. */
export const createEditorAgentSources = (surroundings: Surroundings): Source[] =>
  EDITOR_TOOLS.map((tool) => createEditorAgentSource(tool, surroundings))

const createEditorAgentSource = (tool: EditorTool, surroundings: Surroundings): Source => {
  const places = [...extensionFolders(tool, surroundings), ...ownFolders(tool, surroundings)]
  const existing = () => existingFolders(places)

  const recognises = async (path: string, signal?: AbortSignal): Promise<boolean> => {
    const look = await lookAt(path, signal)
    return look.form !== null && look.tool === tool.name
  }

  const readOne = async (place: Place, signal?: AbortSignal): Promise<ReadOutcome> => {
    signal?.throwIfAborted()
    const { form, tool: writer } = await lookAt(place.path, signal)
    if (form === null || writer !== tool.name)
      return { status: 'skipped', reason: `holds nothing that ${tool.label} writes` }
    if (form === 'manifest')
      return {
        status: 'skipped',
        reason: 'describes a session; its messages stand in another file',
      }
    if (form === 'compaction')
      return {
        status: 'skipped',
        reason:
          'is what the model kept in mind of a session; the session itself stands in another file',
      }
    return form === 'messages'
      ? readOwnSession(tool.name, place, signal)
      : readTask(tool.name, place, signal)
  }

  return {
    info: { name: tool.name, label: tool.label },
    isInstalled: async () => (await existing()).length > 0,
    async *find(path) {
      if (path !== undefined) yield* findUnder(resolve(path))
      else yield* findInPlaces(places, findUnder)
    },
    recognises,
    read: (given, signal) => readPlaces(given, (place) => readOne(place, signal)),
    watchPaths: existing,
  }
}

const extensionFolders = ({ extensions }: EditorTool, surroundings: Surroundings): string[] =>
  editorUserFolders(surroundings).flatMap((user) =>
    extensions.map((extension) => join(user, 'globalStorage', extension, 'tasks')),
  )

const ownFolders = (
  { name, ownFolder }: EditorTool,
  { home, variables }: Surroundings,
): string[] => {
  if (ownFolder === null) return []
  if (name !== 'cline') return [join(home, ownFolder, 'cli', 'global', 'tasks')]
  const data =
    variables.CLINE_DATA_DIR ?? join(variables.CLINE_DIR ?? join(home, ownFolder), 'data')
  return [join(data, 'sessions'), join(data, 'tasks')]
}

async function* findUnder(path: string): AsyncGenerator<Found> {
  if (!(await isFolder(path))) {
    yield await foundAt(path)
    return
  }
  const files: string[] = []
  for await (const found of walkFiles(
    path,
    (name) => /\.json$/i.test(name) && mayHoldSession(name),
  ))
    if ('problem' in found) yield found
    else files.push(found.path)
  const all = new Set(files)
  const found: Exclude<Found, { problem: string }>[] = []
  // What the model saw is read along with what was shown.
  for (const file of files)
    if (file !== taskFile(file, HISTORY) || !all.has(taskFile(file, TRANSCRIPT)))
      found.push(await foundAt(file))
  yield* found.sort((a, b) => (a.group < b.group ? -1 : a.group > b.group ? 1 : 0))
}

const foundAt = async (path: string): Promise<Exclude<Found, { problem: string }>> =>
  path.toLowerCase().endsWith(MESSAGES)
    ? {
        path,
        group: await rootOfForks(path),
        version: await versionOf([path, `${path.slice(0, -MESSAGES.length)}.json`]),
      }
    : {
        path,
        group: join(dirname(path), stemOf(path)),
        version: await versionOf([
          path,
          ...[HISTORY, 'history_item.json', 'task_metadata.json'].map((name) =>
            taskFile(path, name),
          ),
        ]),
      }
