import { isAbsolute, relative, resolve } from 'node:path'
import type { Block } from '@teamlore/shared'
import type { ReadMessage, ReadSession } from '../sources/source.ts'
import { isNeverCaptured } from './never-captured.ts'
import type { ProjectIgnore } from './project-ignore.ts'
import { pathsTouchedBy } from './touched-paths.ts'

export const LEFT_OUT_BY_PROJECT = '[left out: .loreignore]'
export const LEFT_OUT_BY_DEFAULT = '[left out: a file of secrets]'

type Options = {
  ignore: ProjectIgnore
  /** Where the patterns of the project stand. */
  root: string | null
}

/** The note that stands for the content of a file; undefined where it may be captured. */
type NoteFor = (paths: readonly string[]) => string | undefined

/**
 * Leaves out of a session the content of files that are not to be captured: what was read from them, written to them and
 * changed in them. That a file was touched stays, or the session could not be followed.
 */
export const leaveOut = (
  session: ReadSession,
  { ignore, root }: Options,
): { session: ReadSession; count: number } => {
  const base = session.cwd ?? root ?? '/'
  const noteFor: NoteFor = (paths) => {
    for (const path of paths) {
      const tied = root === null ? null : below(root, resolveFrom(base, path))
      if (tied !== null && ignore.matches(tied)) return LEFT_OUT_BY_PROJECT
      if (isNeverCaptured(withoutRoot(path))) return LEFT_OUT_BY_DEFAULT
    }
    return undefined
  }
  const leftOut = { count: 0 }
  const calls = new Map<string, string>()
  const messages = session.messages.map((message) =>
    withoutContent(message, { noteFor, calls, leftOut }),
  )
  const edits = session.edits.filter(({ path }) => noteFor([path]) === undefined)
  const count = leftOut.count + session.edits.length - edits.length
  return count === 0 ? { session, count } : { session: { ...session, messages, edits }, count }
}

type Work = {
  noteFor: NoteFor
  /** Notes by the ids of calls, for their results. */
  calls: Map<string, string>
  leftOut: { count: number }
}

const withoutContent = (message: ReadMessage, work: Work): ReadMessage => {
  const blocks = message.blocks.map((block) => {
    const left = leaveBlock(block, work)
    if (left === undefined) return block
    work.leftOut.count++
    return left
  })
  return blocks.every((block, index) => block === message.blocks[index])
    ? message
    : { ...message, blocks }
}

const leaveBlock = (block: Block, { noteFor, calls }: Work): Block | undefined => {
  switch (block.type) {
    case 'tool_call': {
      const note = noteFor(pathsTouchedBy(block.input))
      if (note === undefined) return undefined
      if (block.id !== null) calls.set(block.id, note)
      return { ...block, input: { note, paths: pathsTouchedBy(block.input).slice(0, 20) } }
    }
    case 'tool_result': {
      const note = block.tool_call_id === null ? undefined : calls.get(block.tool_call_id)
      return note === undefined ? undefined : { ...block, text: note }
    }
    case 'file': {
      const note = noteFor([block.path])
      return note === undefined || block.text === undefined ? undefined : { ...block, text: note }
    }
    default:
      return undefined
  }
}

const slashes = (path: string): string => path.replaceAll('\\', '/')

const resolveFrom = (base: string, path: string): string =>
  isAbsolute(path) ? path : resolve(base, slashes(path))

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
