import type { Block } from '@teamlore/shared'
import type { LeftOut, ReadMessage, ReadSession } from '../sources/source.ts'
import { filesChangedIn } from './changed-files.ts'
import { isSearch, withoutFoundLines } from './found-lines.ts'
import type { KeptElsewhere } from './kept-elsewhere.ts'
import { createNamesKept } from './names-kept.ts'
import { isNeverCaptured } from './never-captured.ts'
import { below, resolveFrom, slashes, topOf } from './places.ts'
import type { ProjectIgnore } from './project-ignore.ts'
import { foldersRunIn, pathsTouchedBy } from './touched-paths.ts'

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
/** Whether a call runs in a folder of which nothing is told, or names what is kept in any other way. */
type IsNearKept = (input: Call['input'], cwd: string | null) => boolean
/** Folders that a call runs in, from the top of the disk. */
type FoldersOf = (input: Call['input'], cwd: string | null) => string[]

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
  const foldersOf: FoldersOf = (input, cwd) =>
    foldersRunIn(input).map((folder) => resolveFrom(cwd ?? base, folder))
  const namesKept = createNamesKept({ ignore, root, elsewhere })
  const isNearKept: IsNearKept = (input, cwd) =>
    (elsewhere !== undefined && foldersOf(input, cwd).some(elsewhere.isFolderKept)) ||
    namesKept(input, [base, cwd ?? base])
  const noteForChanged: Work['noteForChanged'] = (text, cwd, folders) => {
    const files = filesChangedIn(text)
    if (files.length === 0) return undefined
    // git names files from the top of their repository.
    const places = new Set([root ?? base, cwd ?? base, ...folders])
    for (const place of [...places]) places.add(topOf(place))
    for (const place of places) {
      const left = noteFor(files, place)
      if (left !== undefined) return left.note
    }
    return undefined
  }
  const leftOutOf = new Map<string, LeftOut>()
  const calls = new Map<string, string>()
  const plain = new Set<string>()
  const ran = new Map<string, string[]>()
  const messages = session.messages.map((message) =>
    withoutContent(message, {
      noteFor,
      noteForChanged,
      isNearKept,
      foldersOf,
      calls,
      plain,
      ran,
      leftOutOf,
    }),
  )
  const edits = session.edits.filter(({ path }) => noteFor([path]) === undefined)
  let count = session.edits.length - edits.length
  for (const { contents } of leftOutOf.values()) count += contents
  return { session: count === 0 ? session : { ...session, messages, edits }, count, leftOutOf }
}

type Work = {
  noteFor: NoteFor
  isNearKept: IsNearKept
  foldersOf: FoldersOf
  /** What stands for a text that shows changes of files that are left out. */
  noteForChanged: (
    text: string,
    cwd: string | null,
    folders: readonly string[],
  ) => string | undefined
  /** Notes by the ids of calls, for their results. */
  calls: Map<string, string>
  /** Calls that search for nothing: no line of their results is told to be of another file. */
  plain: Set<string>
  /** Where calls ran. */
  ran: Map<string, string[]>
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
  const { noteFor, isNearKept, foldersOf, plain, ran, cwd, noteCall } = leaving
  const left =
    noteFor(pathsTouchedBy(block.input), cwd) ??
    (isNearKept(block.input, cwd) ? { note: LEFT_OUT_BY_PROJECT, paths: [] } : undefined)
  if (left === undefined) {
    if (block.id === null) return undefined
    ran.set(block.id, foldersOf(block.input, cwd))
    if (!isSearch(block)) plain.add(block.id)
    return undefined
  }
  if (block.id !== null) noteCall(block.id, left.note)
  return { ...block, input: { note: left.note, paths: left.paths.slice(0, 20) } }
}

const leaveResult = (
  block: Result,
  { noteFor, noteForChanged, calls, plain, ran, cwd }: Leaving,
): Result | undefined => {
  const id = block.tool_call_id
  const note =
    (id === null ? undefined : calls.get(id)) ??
    noteForChanged(block.text, cwd, (id === null ? undefined : ran.get(id)) ?? [])
  if (note !== undefined) return { ...block, text: note }
  if (id !== null && plain.has(id)) return undefined
  const text = withoutFoundLines(block.text, (path) => noteFor([path], cwd)?.note)
  return text === undefined ? undefined : { ...block, text }
}

const withoutRoot = (path: string): string =>
  slashes(path)
    .replace(/^(?:[A-Za-z]:)?\/+|^~\//, '')
    .replace(/^\.\//, '')
