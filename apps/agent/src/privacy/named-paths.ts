import type { Block } from '@teamlore/shared'
import { folderOfPart, partsOf, withinFolder } from './command-parts.ts'
import { commandsOf } from './touched-paths.ts'

type Input = Extract<Block, { type: 'tool_call' }>['input']

const MAX_WORDS = 3_000
const MAX_WORD_CHARS = 1_000
const MAX_BRACED = 64
/** How deep below the top of a repository somebody may be who names a path from there. */
const MAX_UP = 6

/** A word that looks like no path is one only where there is such a file. */
type Named = { path: string; isBare: boolean }

/** Whatever in the commands of a call may be a path, whichever program it is given to. Most of it is none. */
export const pathsNamedBy = (input: Input): Named[] => {
  const named = new Map<string, Named>()
  const add = (one: Named): void => {
    const { path, isBare } = one
    if (path === '' || path.length > MAX_WORD_CHARS || named.size >= MAX_WORDS) return
    if (!isBare || !named.has(path)) named.set(path, one)
  }
  for (const { text, folder } of commandsOf(input))
    for (const part of partsOf(text)) {
      const own = folderOfPart(part)
      const folders = new Set(['', folder, own, withinFolder(folder, own)[0] ?? own])
      for (const path of part.words.flatMap(pathsInWord)) {
        const isBare = !/[\\/.~$*?[]/.test(path)
        for (const one of folders) add({ path: withinFolder(one, path)[0] ?? path, isBare })
      }
    }
  return [...named.values()]
}

/** Of `--file=a`, `-Ia`, `@a`, `a:/in/there`, `HEAD:a` and `[a,b]` each part may be one. */
const pathsInWord = (word: string): string[] => {
  if (word.length > MAX_WORD_CHARS) return []
  const paths = braced(word).flatMap((one) => [
    one,
    ...one.split(/[=@,[\](){}"']+/),
    ...one
      .split(/[:=@]+/)
      .slice(1)
      .flatMap(fromTop),
    ...one.split(':').slice(0, -1),
    one.replace(/^-[A-Za-z]/, ''),
    one.replace(/^file:\/\/(?:localhost)?/, ''),
  ])
  return [...new Set(paths)]
}

/** A path behind a revision begins at the top of its repository. */
const fromTop = (path: string): string[] =>
  /^(?:[/\\~]|$)/.test(path)
    ? [path]
    : Array.from({ length: MAX_UP + 1 }, (_, up) => '../'.repeat(up) + path)

/** `../{one,two}/a.txt` as a shell writes it out. */
const braced = (word: string): string[] => {
  let words = [word]
  for (let turn = 0; turn < MAX_UP && words.length < MAX_BRACED; turn++)
    words = words.flatMap((one) => {
      const [all, head = '', inner = '', tail = ''] =
        /^([^{}]*)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(one) ?? []
      return all === undefined ? [one] : inner.split(',').map((item) => head + item + tail)
    })
  return words.slice(0, MAX_BRACED)
}
