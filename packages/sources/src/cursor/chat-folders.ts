import { basename, dirname, join } from 'node:path'
import { type SqliteReader, stampOf } from '../files/kept-sqlite.ts'
import { pathOfUri } from '../shared/file-uri.ts'
import { foldersIn } from '../shared/folders.ts'
import { readJsonBeside } from '../shared/read-document.ts'
import { fieldsOf, textOrNull } from '../shared/values.ts'
import { readItem } from './editor-store.ts'
import { listOf } from './raw-cursor.ts'

type RawHeader = { composerId?: unknown; workspaceIdentifier?: unknown }

/**
 * Which chat belongs to which folder. Chats do not say so themselves: each workspace keeps a list of its own, newer
 * versions one list in the store of the whole editor.
 */
export const createChatFolders = (reader: SqliteReader) => {
  let kept: { path: string; stamp: string; folders: Map<string, string> } | null = null

  return async (path: string): Promise<ReadonlyMap<string, string>> => {
    const stamp = await stampOf(path)
    if (kept?.path === path && kept.stamp === stamp) return kept.folders
    const folders = new Map<string, string>()
    const isOfEditor = basename(dirname(path)) === 'globalStorage'
    const workspaces = isOfEditor
      ? await foldersIn(join(dirname(dirname(path)), 'workspaceStorage'))
      : [dirname(path)]
    for (const workspace of workspaces) await addWorkspace(workspace, reader, folders)
    if (isOfEditor)
      for (const [id, folder] of await headersIn(path, reader)) folders.set(id, folder)
    kept = { path, stamp, folders }
    return folders
  }
}

const LISTS = ['composer.composerData', 'workbench.panel.aichat.view.aichat.chatdata']

const addWorkspace = async (
  workspace: string,
  reader: SqliteReader,
  folders: Map<string, string>,
): Promise<void> => {
  const { folder } = fieldsOf<{ folder?: unknown }>(
    await readJsonBeside(join(workspace, 'workspace.json')),
  )
  const path = pathOfUri(folder)
  if (path === null) return
  for (const list of await itemsIn(join(workspace, 'state.vscdb'), LISTS, reader))
    for (const id of idsIn(list)) folders.set(id, path)
}

type RawList = { allComposers?: unknown; tabs?: unknown }

const idsIn = (list: unknown): string[] => {
  const { allComposers, tabs } = fieldsOf<RawList>(list)
  return [...listOf(allComposers), ...listOf(tabs)].flatMap((one) => {
    const { composerId, tabId } = fieldsOf<{ composerId?: unknown; tabId?: unknown }>(one)
    return textOrNull(composerId) ?? textOrNull(tabId) ?? []
  })
}

const headersIn = async (path: string, reader: SqliteReader): Promise<[string, string][]> => {
  const [list] = await itemsIn(path, ['composer.composerHeaders'], reader)
  return listOf(fieldsOf<RawList>(list).allComposers).flatMap((one): [string, string][] => {
    const { composerId, workspaceIdentifier } = fieldsOf<RawHeader>(one)
    const folder = pathOfUri(fieldsOf<{ uri?: unknown }>(workspaceIdentifier).uri)
    return typeof composerId === 'string' && folder !== null ? [[composerId, folder]] : []
  })
}

/** What cannot be read says nothing: then the chat has no folder. */
const itemsIn = async (
  path: string,
  keys: readonly string[],
  reader: SqliteReader,
): Promise<unknown[]> => {
  try {
    return await reader.read(path, (file) => keys.map((key) => readItem(file, key)))
  } catch {
    return []
  }
}
