import { posix } from 'node:path'

/** One command of a line, its words as a shell splits them. */
export type CommandPart = {
  words: string[]
  /** What it writes by redirection. */
  written: string[]
  /** The folder that those before it went to; empty where none did. */
  folder: string
}

const MAX_COMMAND_CHARS = 100_000
const MAX_NESTED = 4
const MAX_PATH_CHARS = 4_096

/** An escaped sign, what stands in quotes, what ends a command, a redirection, blanks, letters; or a quote that nothing closes. */
const TOKEN =
  /\\\r?\n|\\[\s"'$`&|;()<>*?#!{}[\]~]|"(?:[^"\\]|\\[\s\S])*"|'[^']*'|[;&|\n()`]|[<>]+|[^\S\n]+|[^\\\s"';&|()`<>]+|[\s\S]/g

/** The commands in a text; those in quotes (`bash -c "…"`, `python -c "…"`, a word with a space) follow as commands of their own. */
export const partsOf = (text: string): CommandPart[] => {
  const command = text.slice(0, MAX_COMMAND_CHARS).replace(/\$\(pwd\)|`pwd`/g, '.')
  return partsWithin(command, { folder: '', depth: 0, variables: new Map([['PWD', '.']]) })
}

type Place = { folder: string; depth: number; variables: Map<string, string> }

const partsWithin = (command: string, { folder, depth, variables }: Place): CommandPart[] => {
  const parts: CommandPart[] = []
  const outer: string[] = []
  let part: CommandPart = { words: [], written: [], folder }
  let word: string | undefined
  let isWritten = false
  let isQuoted = false
  const endWord = (): void => {
    if (word === undefined) return
    const whole = withVariables(word, variables)
    part.words.push(whole)
    if (isWritten) part.written.push(whole)
    if (isQuoted && depth < MAX_NESTED && /[\s"'`()<>;&|]/.test(whole))
      parts.push(...partsWithin(whole, { folder: part.folder, depth: depth + 1, variables }))
    word = undefined
    isWritten = false
    isQuoted = false
  }
  const endPart = (sign: string): void => {
    endWord()
    isWritten = false
    if (part.words.length > 0) parts.push(part)
    let next = folderAfter(part)
    if (sign === '(') outer.push(next)
    // Whoever went elsewhere between brackets is back after them.
    else if (sign === ')') next = outer.pop() ?? next
    part = { words: [], written: [], folder: next }
  }
  const addQuoted = (body: string): void => {
    word = (word ?? '') + body
    isQuoted = true
    parts.push({ words: [body], written: [], folder: part.folder })
  }
  for (const [token] of command.matchAll(TOKEN)) {
    if (/^[;&|\n()`]$/.test(token)) endPart(token)
    else if (/^(?:\s+|\\\r?\n|["'])$/.test(token)) endWord()
    else if (/^[<>]/.test(token)) {
      endWord()
      isWritten = token.includes('>')
    } else if (/^["']/.test(token)) addQuoted(unquoted(token))
    else word = (word ?? '') + (token.length === 2 ? token.replace(/^\\(?!\w)/, '') : token)
  }
  endPart('')
  return parts
}

const unquoted = (token: string): string => {
  const body = token.slice(1, -1)
  return token.startsWith('"') ? body.replace(/\\(["$`])/g, '$1') : body
}

/** `P=../other; cat $P/a.txt` */
const withVariables = (word: string, variables: Map<string, string>): string => {
  const whole = word
    .replace(/\$(?:\{(\w{1,100})\}|(\w{1,100}))/g, (all, braced, bare) => {
      return variables.get(braced ?? bare) ?? all
    })
    .slice(0, Math.max(word.length, MAX_PATH_CHARS))
  const [, name, value] = /^([A-Za-z_]\w{0,99})=(.+)$/s.exec(whole) ?? []
  if (name !== undefined && value !== undefined && value.length <= MAX_PATH_CHARS)
    variables.set(name, value)
  return whole
}

const CHANGES_FOLDER = /^(?:cd|pushd|popd|chdir|set-location|sl)$/i
const PREFIX =
  /^(?:sudo|env|time|nice|command|exec|bash|sh|zsh|then|do|else|if|while|until|[{!]|-l?c|[A-Za-z_]\w*=.*)$/s

/** The program of a command and what it is given. */
export const programOf = ({ words }: CommandPart): { program: string; given: string[] } => {
  const at = words.findIndex((word) => !PREFIX.test(word))
  return at === -1
    ? { program: '', given: [] }
    : { program: words[at]?.split('/').at(-1) ?? '', given: words.slice(at + 1) }
}

export const changesFolder = (part: CommandPart): boolean =>
  CHANGES_FOLDER.test(programOf(part).program)

const folderAfter = (part: CommandPart): string => {
  if (!changesFolder(part)) return part.folder
  const target = programOf(part).given.find((word) => !/^(?:-[-A-Za-z]*|\/d)$/.test(word))
  return target === undefined || part.written.includes(target)
    ? ''
    : (withinFolder(part.folder, target)[0] ?? target)
}

/** Where a command runs: `git -C ../other diff`. */
export const folderOfPart = ({ words, folder }: CommandPart): string => {
  const option = words.indexOf('-C')
  const target = option === -1 ? undefined : words[option + 1]
  return target === undefined ? folder : (withinFolder(folder, target)[0] ?? target)
}

/** The path as seen from where the folder is named; none where it says by itself where it is. */
export const withinFolder = (folder: string, path: string): string[] => {
  if (folder === '' || folder.length + path.length > MAX_PATH_CHARS) return []
  return /^(?:[/\\~]|[A-Za-z]:)/.test(path)
    ? []
    : [posix.join(folder.replaceAll('\\', '/'), path.replaceAll('\\', '/'))]
}

/** Words as a line that is split into the same words. */
export const lineOf = (words: readonly string[]): string =>
  words
    .map((word) => (/[\s"'`()<>;&|]/.test(word) ? `'${word.replaceAll("'", `'\\''`)}'` : word))
    .join(' ')
