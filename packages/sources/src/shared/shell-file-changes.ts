type FileChange = { path: string; operation: 'delete' | 'rename' }

/**
 * Files a shell command plainly deletes or moves: `rm`, `git rm`, `mv`, `git mv` with literal paths. The tool has no call
 * of its own for this. Anything that would need a shell to understand (globs, variables, pipes, a `cd` before) is left
 * out: better none than a wrong one.
 */
export const shellFileChanges = (command: string): FileChange[] => {
  if (command.length > 10_000 || /[`$(){}|<]|\\\n|\bcd\b|\bpushd\b/.test(command)) return []
  const changes = command.split(/&&|;|\n/).flatMap((part) => changesOf(wordsOf(part)))
  return changes.filter((change, index) => changes.findIndex(isSame(change)) === index)
}

const isSame =
  (one: FileChange) =>
  (other: FileChange): boolean =>
    one.path === other.path && one.operation === other.operation

const changesOf = (words: string[] | null): FileChange[] => {
  if (words === null) return []
  const [tool, ...rest] = words[0] === 'git' ? words.slice(1) : words
  const options = rest.filter((word) => word.startsWith('-'))
  const paths = rest.filter((word) => !word.startsWith('-'))
  if (paths.some((path) => /[*?[\]~>&]/.test(path))) return []
  if (tool === 'rm' && !options.includes('--cached'))
    return paths
      .filter((path) => !options.some(isRecursive) || isSurelyFile(path))
      .map((path) => ({ path, operation: 'delete' }))
  const [from, to, ...more] = paths
  if (tool !== 'mv' || from === undefined || to === undefined || more.length > 0) return []
  // Into a folder or onto a new name?
  if (!isSurelyFile(to)) return []
  return [
    { path: from, operation: 'delete' },
    { path: to, operation: 'rename' },
  ]
}

/** What `rm -r` takes away is a folder as a rule, and which files it had no command says. */
const isRecursive = (option: string): boolean => /^-[a-zA-Z]*[rR]|^--recursive$/.test(option)

/** Only a name with an ending is. */
const isSurelyFile = (path: string): boolean => /[^\\/]\.[A-Za-z0-9]{1,10}$/.test(path)

/** Words of a simple command, quotes taken off; null when a quote is never closed. */
const wordsOf = (part: string): string[] | null => {
  const words: string[] = []
  const pattern = /\s*(?:"([^"\\]*)"|'([^']*)'|([^\s"'\\]+))(?=\s|$)/y
  const text = part.trim()
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text)
    if (match === null) return null
    words.push(match[1] ?? match[2] ?? match[3] ?? '')
  }
  return words
}
