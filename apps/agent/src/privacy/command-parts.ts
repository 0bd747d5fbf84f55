import type { CommandPart, Word } from './command.types.ts'
import { changesFolder, programOf } from './command-program.ts'
import { withinFolder } from './folder-paths.ts'

const MAX_COMMAND_CHARS = 100_000
const MAX_NESTED = 4
const MAX_OPEN = 50
const MAX_BODIES = 100
const MAX_PATH_CHARS = 4_096

/** An escaped sign, a quoted text, the end of a command, a redirection, blanks, letters; or a quote that nothing closes. */
const TOKEN =
  /\\\r?\n|\\[\s"'$`&|;()<>*?#!{}[\]~]|"(?:[^"\\]|\\[\s\S])*"|'[^']*'|[;&|\n()`]|[<>]+|[^\S\n]+|[^\\\s"';&|()`<>]+|[\s\S]/g
const INNER = /[\s"'`()<>;&|]/
/** Before the number of a body (the lines below `<<EOF`). */
const MARK = '\u0001'

type Body = Pick<Word, 'text' | 'isLiteral'>
type Open = Pick<CommandPart, 'folder' | 'into' | 'sign'> & {
  closes: string
  /** The command that goes on behind `$(…)`, with the word it is in. */
  goesOn?: { part: CommandPart; word: string | undefined; quotes: string; isWritten: boolean }
}

/** The same for all commands of a text, however deep they stand in it. */
type Whole = { parts: CommandPart[]; bodies: Body[]; variables: Map<string, string> }
/** How far a line is read: the command, and the word of it that is not yet complete. */
type State = Pick<CommandPart, 'folder' | 'within'> &
  Whole & {
    depth: number
    opened: Open[]
    part: CommandPart
    word: string | undefined
    quotes: string
    isWritten: boolean
  }

/** The simple commands of a text, also those in its quoted words and substitutions. Inner ones come first. */
export const partsOf = (text: string): CommandPart[] => {
  const command = text.slice(0, MAX_COMMAND_CHARS).replaceAll(MARK, ' ')
  const whole = { parts: [], bodies: [], variables: new Map([['PWD', '.']]) }
  readLine(command.replace(/\$\(pwd\)|`pwd`/g, '.'), whole, { folder: '', within: undefined }, 0)
  return whole.parts
}

const readLine = (
  line: string,
  whole: Whole,
  place: Pick<CommandPart, 'folder' | 'within'>,
  depth: number,
): void => {
  const part = { ...place, words: [], into: undefined, sign: undefined, from: undefined }
  const none = { opened: [], word: undefined, quotes: '', isWritten: false }
  const state: State = { ...whole, ...place, ...none, depth, part }
  for (const [token] of withoutBodies(line, whole.bodies).matchAll(TOKEN)) readToken(state, token)
  while (state.opened.length > 0) close(state)
  endPart(state, '')
}

const readToken = (state: State, token: string): void => {
  if (/^[;&|\n()`]$/.test(token)) readSign(state, token)
  else if (/^(?:\s+|\\\r?\n|["'])$/.test(token)) endWord(state)
  else if (/^[<>]/.test(token)) {
    endWord(state)
    state.isWritten = token.includes('>')
  } else if (/^["']/.test(token)) {
    state.word = (state.word ?? '') + unquoted(token)
    state.quotes += token.charAt(0)
  } else
    state.word = (state.word ?? '') + (token.length === 2 ? token.replace(/^\\(?!\w)/, '') : token)
}

const readSign = (state: State, sign: string): void => {
  const { opened } = state
  if (opened.at(-1)?.closes === sign) close(state)
  else if (/^[(`]$/.test(sign) && opened.length < MAX_OPEN) open(state, sign)
  else endPart(state, sign)
}

const begin = (state: State, folder: string, from?: CommandPart): CommandPart => {
  const { into, sign } = state.opened.at(-1) ?? {}
  return { words: [], folder, within: state.within, into, sign, from }
}

const endWord = (state: State): void => {
  const { word, quotes, isWritten, part, depth } = state
  if (word === undefined) return
  const isBody = word.startsWith(MARK)
  const isQuoted = quotes !== ''
  const { text, isLiteral } = (isBody && state.bodies[Number(word.slice(1))]) || {
    text: withVariables(word, state.variables),
    isLiteral: /^'+$/.test(quotes),
  }
  const hasInner = (isQuoted || isBody) && depth < MAX_NESTED && INNER.test(text.trim())
  const at = part.words.push({ text, isQuoted, isLiteral, isBody, isWritten, hasInner }) - 1
  if (hasInner) readLine(text, state, { folder: part.folder, within: { part, at } }, depth + 1)
  Object.assign(state, { word: undefined, quotes: '', isWritten: false })
}

const endPart = (state: State, sign: string): void => {
  endWord(state)
  const { part } = state
  if (part.words.length > 0) state.parts.push(part)
  state.isWritten = false
  // `||` pipes nothing.
  const isPipe = sign === '|' && part.words.length > 0
  state.part = begin(state, folderAfter(part), isPipe ? part : undefined)
}

const open = (state: State, sign: string): void => {
  const isSubstitution = sign === '`' || state.word?.endsWith('$') === true
  if (!isSubstitution) endPart(state, '')
  const { part, word, quotes, isWritten } = state
  const closes = sign === '(' ? ')' : sign
  const { folder, into } = part
  if (isSubstitution) {
    const goesOn = { part, word, quotes, isWritten }
    state.opened.push({ closes, folder, into: part, sign: sign === '`' ? '`' : '$', goesOn })
    Object.assign(state, { word: undefined, quotes: '' })
  } else state.opened.push({ closes, folder, into, sign: part.sign })
  state.part = begin(state, folder)
}

const close = (state: State): void => {
  endPart(state, '')
  const { goesOn, folder } = state.opened.pop() ?? {}
  // A change of folder between brackets ends with them.
  if (goesOn === undefined) state.part = begin(state, folder ?? state.folder)
  else Object.assign(state, goesOn)
}

/** Moves the lines below `<<EOF` into the list and leaves their number in the line. */
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
  // The value of `A=$(…)` is unknown.
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
