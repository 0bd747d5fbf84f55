import { isNeverCaptured, type ProjectIgnore } from '@teamlore/redaction'
import type { Copies } from './copies.ts'
import type { KeptElsewhere } from './kept-elsewhere.ts'
import { createLeadsTo } from './leads-to.ts'
import { LEFT_OUT_BY_DEFAULT, LEFT_OUT_BY_PROJECT, type Note } from './note.ts'
import { below, resolveFrom, withoutRoot } from './places.ts'

type Options = {
  ignore: ProjectIgnore
  root: string | null
  elsewhere: KeptElsewhere | undefined
  /** Where the session is. */
  base: string
  copies: Copies
}

const MAX_KNOWN = 20_000

/** Where a path may lead, and what stands for it wherever it was copied from. */
type Judged = { wholes: string[]; note: string | undefined }

/** Paths of a call may be meant from the folder it was made in. */
export type NoteFor = (paths: readonly string[], cwd?: string | null) => Note | undefined

/** What stands for the content of files that are named as such. */
export const createNotesForPaths = ({
  ignore,
  root,
  elsewhere,
  base,
  copies,
}: Options): NoteFor => {
  const isIgnored = (whole: string): boolean => {
    const tied = root === null ? null : below(root, whole)
    // `customers/` means a folder, which is named without the slash as well.
    const isOwn = tied !== null && (ignore.matches(tied) || ignore.matches(`${tied}/`))
    return isOwn || elsewhere?.isFileKept(whole) === true
  }
  const leadsTo = createLeadsTo()
  const known = new Map<string, Judged>()
  const judge = (path: string, from: readonly string[]): Judged => {
    const named = from.map((one) => resolveFrom(one, path))
    const wholes = [...new Set([...named, ...named.map(leadsTo)])]
    if (wholes.some(isIgnored)) return { wholes, note: LEFT_OUT_BY_PROJECT }
    const isSecret = [path, ...wholes].some((one) => isNeverCaptured(withoutRoot(one)))
    return { wholes, note: isSecret ? LEFT_OUT_BY_DEFAULT : undefined }
  }
  const reasonFor = (path: string, cwd: string | null): string | undefined => {
    const from = cwd ?? base
    const key = `${from}\n${path}`
    const judged = known.get(key) ?? judge(path, [...new Set([base, from])])
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(key, judged)
    return judged.note ?? judged.wholes.map(copies.noteOf).find((note) => note !== undefined)
  }
  return (named, cwd = null) => {
    const paths = named.filter((path) => reasonFor(path, cwd) !== undefined)
    const note = paths[0] === undefined ? undefined : reasonFor(paths[0], cwd)
    return note === undefined ? undefined : { note, paths }
  }
}
