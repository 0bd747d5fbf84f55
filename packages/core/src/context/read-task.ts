import type { ContextQuery } from '@teamlore/shared'
import { MAX_QUERY_CHARS, questionCut } from '../search/query/parse-query.ts'
import type { SessionRecap } from './session-recap.ts'

const MAX_FILES = 100
/** What is said of more files. */
export const filesCut = `Only the first ${MAX_FILES} files were looked for.`

/** What is about to be done, as far as it is used. */
export type Task = { q: string; files: string[]; notes: string[] }

const filesOf = (typed: string | undefined): string[] =>
  (typed ?? '')
    .split(',')
    .map((path) => path.trim().replaceAll('\\', '/').replace(/^\.\//, ''))
    .filter((path) => path !== '')

/** Names of the beginning of the path may be those of a machine, so a file is also looked for by its last parts. */
export const spellings = (path: string): string[] => {
  const parts = path.split('/').filter((part) => part !== '')
  return parts.slice(0, 12).map((_, index) => parts.slice(index).join('/'))
}

/**
 * The part of the question and of its files that is used, and what is said of the rest. A session that goes on is about what it was
 * asked last, and about the files it changed, where nothing else is said; else what is under way stands for a question.
 */
export const readTask = (query: ContextQuery, recap: SessionRecap | undefined): Task => {
  const typed = query.q?.trim() ?? ''
  const files = filesOf(query.files)
  const notes: string[] = []
  if (typed.length > MAX_QUERY_CHARS) notes.push(questionCut)
  if (files.length > MAX_FILES) notes.push(filesCut)
  const q = typed === '' ? (recap?.asked ?? query.work?.trim() ?? '') : typed
  return {
    q: q.slice(0, MAX_QUERY_CHARS),
    files: (files.length === 0 ? (recap?.files ?? []) : files).slice(0, MAX_FILES),
    notes,
  }
}
