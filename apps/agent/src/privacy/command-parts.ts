import type { CommandPart, Word } from './command.types.ts'
import { changesFolder, programOf } from './command-program.ts'
import { withinFolder } from './folder-paths.ts'

const MAX_COMMAND_CHARS = 100_000
const MAX_NESTED = 4
const MAX_BODIES = 100
const MAX_PATH_CHARS = 4_096

/** An escaped sign, what stands in quotes, what ends a command, a redirection, blanks, letters; or a quote that nothing closes. */
const TOKEN =
  /\\\r?\n|\\[\s"'$`&|;()<>*?#!{}[\]~]|"(?:[^"\\]|\\[\s\S])*"|'[^']*'|[;&|\n()`]|[<>]+|[^\S\n]+|[^\\\s"';&|()`<>]+|[\s\S]/g
const INNER = /[\s"'`()<>;&|]/
/** Before the number of what stands below `<<EOF`. */
const MARK = '\u0001'

/** The commands in a text; what stands in a quoted word goes before the command that the word is of. */
export const partsOf = (text: string): CommandPart[] => {
  const command = text
    .slice(0, MAX_COMMAND_CHARS)
    .replaceAll(MARK, ' ')
    .replace(/\$\(pwd\)|`pwd`/g, '.')
  const variables = new Map([['PWD', '.']])
  return partsWithin(command, { folder: '', depth: 0, variables, bodies: [], within: undefined })
}

type Place = Pick<CommandPart, 'folder' | 'within'> & {
  depth: number
  variables: Map<string, string>
  /** What stood below `<<EOF`, whose place in the line a number holds. */
  bodies: Body[]
}

type Body = Pick<Word, 'text' | 'isLiteral'>

/** How the next command of a line begins. */
type Beginning = Pick<CommandPart, 'folder' | 'substituted' | 'into' | 'continues'>

const partsWithin = (command: string, place: Place): CommandPart[] => {
  const { depth, variables, bodies, within } = place
  const parts: CommandPart[] = []
  const nextAfter = createBeginnings()
  let part: CommandPart = {
    words: [],
    folder: place.folder,
    within,
    isPiped: false,
    substituted: undefined,
    into: undefined,
    continues: undefined,
  }
  let word: string | undefined
  let isWritten = false
  let quotes = ''
  const endWord = (): void => {
    if (word === undefined) return
    const isBody = word.startsWith(MARK)
    const isQuoted = quotes !== ''
    const { text, isLiteral } = (isBody && bodies[Number(word.slice(1))]) || {
      text: withVariables(word, variables),
      isLiteral: /^'+$/.test(quotes),
    }
    const hasInner = (isQuoted || isBody) && depth < MAX_NESTED && INNER.test(text.trim())
    const at = part.words.push({ text, isQuoted, isLiteral, isBody, isWritten, hasInner })
    if (hasInner)
      parts.push(
        ...partsWithin(text, {
          folder: part.folder,
          depth: depth + 1,
          variables,
          bodies,
          within: { part, at: at - 1 },
        }),
      )
    word = undefined
    isWritten = false
    quotes = ''
  }
  const endPart = (sign: string): void => {
    const isValue = word?.endsWith('$') === true
    endWord()
    isWritten = false
    if (part.words.length > 0) parts.push(part)
    part = { ...nextAfter(part, sign, isValue), words: [], within, isPiped: isPipe(part, sign) }
  }
  for (const [token] of withoutBodies(command, bodies).matchAll(TOKEN)) {
    if (/^[;&|\n()`]$/.test(token)) endPart(token)
    else if (/^(?:\s+|\\\r?\n|["'])$/.test(token)) endWord()
    else if (/^[<>]/.test(token)) {
      endWord()
      isWritten = token.includes('>')
    } else if (/^["']/.test(token)) {
      word = (word ?? '') + unquoted(token)
      quotes += token.charAt(0)
    } else word = (word ?? '') + (token.length === 2 ? token.replace(/^\\(?!\w)/, '') : token)
  }
  endPart('')
  return parts
}

/** `||` hands nothing on. */
const isPipe = ({ isPiped, words }: CommandPart, sign: string): boolean =>
  sign === '|' && !(isPiped && words.length === 0)

/** What a sign between two commands of a line says of the second, by those before. */
const createBeginnings = () => {
  const outer: Beginning[] = []
  const ticked: Beginning[] = []
  return (part: CommandPart, sign: string, isValue: boolean): Beginning => {
    const { substituted } = part
    const head = part.continues ?? part
    const into = { part: head, word: part.words.at(-1)?.text ?? '' }
    const next = { folder: folderAfter(part), substituted, into: part.into, continues: undefined }
    if (sign === '(') {
      outer.push({ ...next, continues: head })
      return isValue ? { ...next, substituted: '$', into } : next
    }
    // Whoever went elsewhere between brackets is back after them.
    if (sign === ')') return outer.pop() ?? next
    if (sign !== '`') return next
    if (substituted === '`') return { ...next, ...ticked.pop(), folder: next.folder }
    ticked.push({ ...next, continues: head })
    return { ...next, substituted: '`', into }
  }
}

/** Takes what stands below `<<EOF` into the list and puts its number where the word is told. */
const withoutBodies = (command: string, bodies: Body[]): string => {
  let line = ''
  let from = 0
  let tries = 0
  for (const { 0: head, 1: quote, 2: name, index } of command.matchAll(
    /<<-?[ \t]*(["']?)([A-Za-z_]\w{0,99})\1/g,
  )) {
    const start = command.indexOf('\n', index)
    if (index < from || start === -1) continue
    if (++tries > MAX_BODIES) break
    const last = new RegExp(`\\n[ \\t]*${name}(?!\\w)`, 'g')
    last.lastIndex = start
    const end = last.exec(command)
    if (end === null) continue
    line += `${command.slice(from, index)} ${MARK}${bodies.length} `
    line += command.slice(index + head.length, start)
    bodies.push({ text: command.slice(start + 1, end.index), isLiteral: quote !== '' })
    from = last.lastIndex
  }
  return line + command.slice(from)
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
  // Of `A=$(…)` nothing is known but its name.
  if (name !== undefined && value !== undefined && value !== '$' && value.length <= MAX_PATH_CHARS)
    variables.set(name, value)
  return whole
}

const folderAfter = (part: CommandPart): string => {
  if (!changesFolder(part)) return part.folder
  const target = programOf(part).given.find(({ text }) => !/^(?:-[-A-Za-z]*|\/d)$/.test(text))
  return target === undefined || target.isWritten
    ? ''
    : (withinFolder(part.folder, target.text)[0] ?? target.text)
}

/** Words as a line that is split into the same words. */
export const lineOf = (words: readonly string[]): string =>
  words.map((word) => (INNER.test(word) ? `'${word.replaceAll("'", `'\\''`)}'` : word)).join(' ')
