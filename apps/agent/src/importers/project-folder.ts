/**
 * The folder of a project that is known by its name alone: the one called so above a file that was worked on. The name
 * itself where no path shows it.
 */
export const folderNamed = (name: string, paths: readonly string[]): string | null => {
  if (name === '') return null
  if (isAbsolutePath(name)) return name
  for (const path of paths) {
    if (!isAbsolutePath(path)) continue
    const parts = path.split(/[\\/]/)
    // The file itself is no folder.
    const at = parts.slice(0, -1).lastIndexOf(name)
    if (at > 0) return path.slice(0, parts.slice(0, at + 1).join('/').length)
  }
  return name
}

const isAbsolutePath = (path: string): boolean => /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path)
