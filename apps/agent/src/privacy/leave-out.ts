import { homedir } from 'node:os'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { Block } from '@teamlore/shared'
import type { LeftOut, ReadMessage, ReadSession } from '../sources/source.ts'
import { isSearch, withoutFoundLines } from './found-lines.ts'
import type { KeptElsewhere } from './kept-elsewhere.ts'
import { isNeverCaptured } from './never-captured.ts'
import type { ProjectIgnore } from './project-ignore.ts'
import { foldersRunIn, pathsTouchedBy } from './touched-paths.ts'
import { windowsPath } from './windows-path.ts'

export const LEFT_OUT_BY_PROJECT = '[left out: .loreignore]'
export const LEFT_OUT_BY_DEFAULT = '[left out: a file of secrets]'

type Options = {
  ignore: ProjectIgnore
  /** Where the patterns of the project stand. */
  root: string | null
  /** What other folders keep to themselves; nobody is asked where it is left out. */
  elsewhere?: KeptElsewhere
}

/** What stands for the content of files that are not to be captured, and which of those named they are. */
type Note = { note: string; paths: string[] }
/** Paths of a call may be meant from the folder it was made in. */
type NoteFor = (paths: readonly string[], cwd?: string | null) => Note | undefined
/** Whether a call runs in a folder of which nothing is told. */
type IsRunInKept = (input: Call['input'], cwd: string | null) => boolean

/**
 * Leaves out of a session the content of files that are not to be captured: what was read from them, written to them and
 * changed in them. That a file was touched stays, or the session could not be followed.
 */
export const leaveOut = (
  session: ReadSession,
  { ignore, root, elsewhere }: Options,
): { session: ReadSession; count: number; leftOutOf: ReadonlyMap<string, LeftOut> } => {
  const base = session.cwd ?? root ?? '/'
  const isIgnored = (path: string, from: string): boolean => {
    const whole = resolveFrom(from, path)
    const tied = root === null ? null : below(root, whole)
    return (tied !== null && ignore.matches(tied)) || elsewhere?.isFileKept(whole) === true
  }
  const reasonFor = (path: string, cwd: string | null): string | undefined => {
    if (isIgnored(path, base) || isIgnored(path, cwd ?? base)) return LEFT_OUT_BY_PROJECT
    return isNeverCaptured(withoutRoot(path)) ? LEFT_OUT_BY_DEFAULT : undefined
  }
  // Of a command any word may be a path as far as anybody can tell, so only those are told that are surely one.
  const noteFor: NoteFor = (named, cwd = null) => {
    const paths = named.filter((path) => reasonFor(path, cwd) !== undefined)
    const note = paths[0] === undefined ? undefined : reasonFor(paths[0], cwd)
    return note === undefined ? undefined : { note, paths }
  }
  const isRunInKept: IsRunInKept = (input, cwd) =>
    elsewhere !== undefined &&
    foldersRunIn(input).some((folder) => elsewhere.isFolderKept(resolveFrom(cwd ?? base, folder)))
  const leftOutOf = new Map<string, LeftOut>()
  const calls = new Map<string, string>()
  const plain = new Set<string>()
  const messages = session.messages.map((message) =>
    withoutContent(message, { noteFor, isRunInKept, calls, plain, leftOutOf }),
  )
  const edits = session.edits.filter(({ path }) => noteFor([path]) === undefined)
  let count = session.edits.length - edits.length
  for (const { contents } of leftOutOf.values()) count += contents
  return { session: count === 0 ? session : { ...session, messages, edits }, count, leftOutOf }
}

type Work = {
  noteFor: NoteFor
  isRunInKept: IsRunInKept
  /** Notes by the ids of calls, for their results. */
  calls: Map<string, string>
  /** Calls that search for nothing: no line of their results is told to be of another file. */
  plain: Set<string>
  leftOutOf: Map<string, LeftOut>
}

const withoutContent = (message: ReadMessage, work: Work): ReadMessage => {
  const { key, captured, cwd } = message
  if (captured !== undefined) {
    // Its contents were left out when it was captured; results of its calls may still come.
    if (captured.leftOut === undefined) return message
    work.leftOutOf.set(key, captured.leftOut)
    for (const [id, note] of captured.leftOut.calls) work.calls.set(id, note)
    return message
  }
  const calls = new Map<string, string>()
  let contents = 0
  const blocks = message.blocks.map((block) => {
    const left = leaveBlock(block, { ...work, cwd, noteCall: (id, note) => calls.set(id, note) })
    if (left !== undefined) contents++
    for (const [id, note] of calls) work.calls.set(id, note)
    return left ?? block
  })
  if (contents === 0) return message
  work.leftOutOf.set(key, { contents, calls })
  return { ...message, blocks }
}

type Leaving = Work & { cwd: string | null; noteCall: (id: string, note: string) => void }

type Call = Extract<Block, { type: 'tool_call' }>
type Result = Extract<Block, { type: 'tool_result' }>

const leaveBlock = (block: Block, leaving: Leaving): Block | undefined => {
  switch (block.type) {
    case 'tool_call':
      return leaveCall(block, leaving)
    case 'tool_result':
      return leaveResult(block, leaving)
    case 'file': {
      const left = leaving.noteFor([block.path])
      return left === undefined || block.text === undefined
        ? undefined
        : { ...block, text: left.note }
    }
    default:
      return undefined
  }
}

const leaveCall = (block: Call, leaving: Leaving): Call | undefined => {
  const { noteFor, isRunInKept, plain, cwd, noteCall } = leaving
  const left =
    noteFor(pathsTouchedBy(block.input), cwd) ??
    (isRunInKept(block.input, cwd) ? { note: LEFT_OUT_BY_PROJECT, paths: [] } : undefined)
  if (left === undefined) {
    if (block.id !== null && !isSearch(block)) plain.add(block.id)
    return undefined
  }
  if (block.id !== null) noteCall(block.id, left.note)
  return { ...block, input: { note: left.note, paths: left.paths.slice(0, 20) } }
}

const leaveResult = (
  block: Result,
  { noteFor, calls, plain, cwd }: Leaving,
): Result | undefined => {
  const id = block.tool_call_id
  const note = id === null ? undefined : calls.get(id)
  if (note !== undefined) return { ...block, text: note }
  if (id !== null && plain.has(id)) return undefined
  const text = withoutFoundLines(block.text, (path) => noteFor([path], cwd)?.note)
  return text === undefined ? undefined : { ...block, text }
}

const slashes = (path: string): string => path.replaceAll('\\', '/')

const resolveFrom = (base: string, path: string): string => {
  const whole = path.replace(/^(?:~|\$HOME|\$\{HOME\})(?=[\\/]|$)/, () => homedir())
  const named = sep === '\\' ? windowsPath(whole) : whole
  // `..` in a path would lead out of the folder whose patterns are asked.
  return isAbsolute(named) ? resolve(named) : resolve(base, slashes(named))
}

/** The path within the folder, with forward slashes; null outside of it. */
const below = (root: string, path: string): string | null => {
  const inner = slashes(relative(root, path))
  return inner === '' || inner.startsWith('../') || inner === '..' || isAbsolute(inner)
    ? null
    : inner
}

const withoutRoot = (path: string): string =>
  slashes(path)
    .replace(/^(?:[A-Za-z]:)?\/+|^~\//, '')
    .replace(/^\.\//, '')
