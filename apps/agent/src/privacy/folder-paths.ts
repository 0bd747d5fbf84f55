import { posix } from 'node:path'

const MAX_PATH_CHARS = 4_096

/** The path as seen from where the folder is named; none where it says by itself where it is. */
export const withinFolder = (folder: string, path: string): string[] => {
  if (folder === '' || folder.length + path.length > MAX_PATH_CHARS) return []
  return /^(?:[/\\~]|[A-Za-z]:)/.test(path)
    ? []
    : [posix.join(folder.replaceAll('\\', '/'), path.replaceAll('\\', '/'))]
}
