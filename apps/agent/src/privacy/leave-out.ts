import type { Block } from '@teamlore/shared'
import type { LeftOut, ReadMessage, ReadSession } from '../sources/source.ts'
import { filesChangedIn } from './changed-files.ts'
import { foldersRunIn } from './commands-of.ts'
import { type Copies, createCopies } from './copies.ts'
import { isSearch, withoutFoundLines } from './found-lines.ts'
import type { KeptElsewhere } from './kept-elsewhere.ts'
import { leadsTo } from './leads-to.ts'
import { createNamesKept } from './names-kept.ts'
import { isNeverCaptured } from './never-captured.ts'
import { LEFT_OUT_BY_DEFAULT, LEFT_OUT_BY_PROJECT, type Note } from './note.ts'
import { below, resolveFrom, topOf, withoutRoot } from './places.ts'
import type { ProjectIgnore } from './project-ignore.ts'
import { pathsTouchedBy } from './touched-paths.ts'

type Options = {
  ignore: ProjectIgnore
  /** Where the patterns of the project stand. */
  root: string | null
  /** What other folders keep to themselves; nobody is asked where it is left out. */
  elsewhere?: KeptElsewhere
}

/** Paths of a call may be meant from the folder it was made in. */
type NoteFor = (paths: readonly string[], cwd?: string | null) => Note | undefined
/** What stands for a call, if anything does. */
type NoteForCall = (input: Call['input'], cwd: string | null) => Note | undefined
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
  const copies = createCopies()
  const isIgnored = (whole: string): boolean => {
    const tied = root === null ? null : below(root, whole)
    // `customers/` means a folder, which is named without the slash as well.
    const isOwn = tied !== null && (ignore.matches(tied) || ignore.matches(`${tied}/`))
    return isOwn || elsewhere?.isFileKept(whole) === true || elsewhere?.isFileKept(`${whole}/`) === true
  }
  const links = new Map<string, string>()
  const behind = (whole: string): string => {
    const known = links.get(whole) ?? leadsTo(whole)
    links.set(whole, known)
    return known
  }
  const reasonFor = (path: string, cwd: string | null): string | undefined => {
    const named = [...new Set([base, cwd ?? base])].map((from) => resolveFrom(from, path))
    const wholes = [...new Set([...named, ...named.map(behind)])]
    if (wholes.some(isIgnored)) return LEFT_OUT_BY_PROJECT
    if ([path, ...wholes].some((one) => isNeverCaptured(withoutRoot(one)))) return LEFT_OUT_BY_DEFAULT
    return wholes.map(copies.noteOf).find((note) => note !== undefined)
  }
  const noteFor: NoteFor = (named, cwd = null) => {
    const paths = named.filter((path) => reasonFor(path, cwd) !== undefined)
    const note = paths[0] === undefined ? undefined : reasonFor(paths[0], cwd)
    return note === undefined ? undefined : { note, paths }
  }
  const foldersOf: FoldersOf = (input, cwd) =>
    foldersRunIn(input).map((folder) => resolveFrom(cwd ?? base, folder))
  const namesKept = createNamesKept({ ignore, root, elsewhere, copies })
  const noteForCall: NoteForCall = (input, cwd) => {
    const named = noteFor(pathsTouchedBy(input), cwd)
    const reached = namesKept(input, [base, cwd ?? base])
    if (named !== undefined || reached !== undefined) return named ?? reached
    return elsewhere !== undefined && foldersOf(input, cwd).some(elsewhere.isFolderKept)
      ? { note: LEFT_OUT_BY_PROJECT, paths: [] }
      : undefined
  }
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
      noteForCall,
      foldersOf,
      copies,
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
  noteForCall: NoteForCall
  foldersOf: FoldersOf
  copies: Copies
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
    for (const copy of captured.leftOut.copies) work.copies.add(copy)
    work.copies.news()
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
  const copies = work.copies.news()
  if (contents > 0 || copies.length > 0) work.leftOutOf.set(key, { contents, calls, copies })
  return contents === 0 ? message : { ...message, blocks }
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
  const { noteForCall, foldersOf, plain, ran, cwd, noteCall } = leaving
  const left = noteForCall(block.input, cwd)
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
