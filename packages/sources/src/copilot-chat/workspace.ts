import { dirname, join } from 'node:path'
import { pathOfUri } from '../shared/file-uri.ts'
import { readJsonBeside } from '../shared/read-document.ts'
import { fieldsOf } from '../shared/values.ts'

/** `workspace.json` of the window a chat was held in: a folder, or a file that names several. */
export const workspaceOf = async (
  storage: string,
  signal?: AbortSignal,
): Promise<string | null> => {
  const window = fieldsOf<{ folder?: unknown; workspace?: unknown }>(
    await readJsonBeside(join(storage, 'workspace.json'), signal),
  )
  const file = pathOfUri(window.workspace)
  return pathOfUri(window.folder) ?? (file === null ? null : dirname(file))
}
