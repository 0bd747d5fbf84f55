/** Folders whose files are nobody's project: scratch space and the coding tools' own notes. */
const SCRATCH =
  /^(\/private)?\/(tmp|var\/folders|dev)\/|^[a-z]:\/(users\/[^/]+\/appdata\/local\/temp|temp)\/|\/\.(claude|codex|gemini)\/(plans|projects|todos|sessions|tool-results)\/|\/tool-results\//i

const slashes = (path: string) => path.replaceAll('\\', '/').replace(/\/+$/, '')

const isAbsolute = (path: string) => /^([a-z]:)?\//i.test(path)

/** Windows drives and folders compare without case; everywhere else case counts. */
const comparable = (path: string) => (/^[a-z]:/i.test(path) ? path.toLowerCase() : path)

/** Where a session ran. */
type Places = { rootPath: string | null; cwd: string | null }

/**
 * Makes paths relative to the project when they lie inside it, so that the same file has one name in every clone.
 * Undefined for scratch files and for what is no file path at all.
 */
export const createPathNames = ({ rootPath, cwd }: Places) => {
  const bases = [rootPath, cwd].flatMap((base) =>
    base === null || base === '' ? [] : [slashes(base)],
  )
  const within = (path: string, folders: readonly string[]) => {
    const base = folders.find((folder) => comparable(path).startsWith(`${comparable(folder)}/`))
    return base === undefined ? undefined : path.slice(base.length + 1)
  }
  return (raw: string, messageCwd: string | null): string | undefined => {
    const path = slashes(raw.trim())
    if (path === '' || path.length > 1_000 || path.includes('\n')) return undefined
    if (!isAbsolute(path)) return path.replace(/^(\.\/)+/, '') || undefined
    const folders = messageCwd === null ? bases : [...bases, slashes(messageCwd)]
    return within(path, folders) ?? (SCRATCH.test(path) ? undefined : path)
  }
}

export type PathNames = ReturnType<typeof createPathNames>

const READERS = new Set(['cat', 'head', 'tail', 'less', 'nl', 'bat', 'sed', 'more', 'type'])
const FILE_WORD = /^[\w@./~:\\-]*[\w-]+\.[A-Za-z][\w]{0,9}$/

/** Files a shell command only reads, for tools that read through the shell. Cautious: a plain `cat a.ts`, `sed -n 1,5p a.ts`. */
export const filesReadByCommand = (command: string): string[] =>
  command
    .slice(0, 2_000)
    .split(/&&|\|\||[|;\n]/)
    .flatMap((part) => {
      const words = part.trim().split(/\s+/)
      const writes = /(^|\s)-i\b|>|<</.test(part)
      if (writes || !READERS.has(words[0] ?? '')) return []
      return words
        .slice(1)
        .map((word) => word.replace(/^['"]|['"]$/g, ''))
        .filter((word) => FILE_WORD.test(word) && !/^\d+,\d+p$/.test(word))
    })
