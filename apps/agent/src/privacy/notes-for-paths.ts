import type { Copies } from './copies.ts'
import type { KeptElsewhere } from './kept-elsewhere.ts'
import { leadsTo } from './leads-to.ts'
import { isNeverCaptured } from './never-captured.ts'
import { LEFT_OUT_BY_DEFAULT, LEFT_OUT_BY_PROJECT, type Note } from './note.ts'
import { below, resolveFrom, withoutRoot } from './places.ts'
import type { ProjectIgnore } from './project-ignore.ts'

type Options = {
  ignore: ProjectIgnore
  root: string | null
  elsewhere: KeptElsewhere | undefined
  /** Where the session is. */
  base: string
  copies: Copies
}

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
    return (
      isOwn || elsewhere?.isFileKept(whole) === true || elsewhere?.isFileKept(`${whole}/`) === true
    )
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
    if ([path, ...wholes].some((one) => isNeverCaptured(withoutRoot(one))))
      return LEFT_OUT_BY_DEFAULT
    return wholes.map(copies.noteOf).find((note) => note !== undefined)
  }
  return (named, cwd = null) => {
    const paths = named.filter((path) => reasonFor(path, cwd) !== undefined)
    const note = paths[0] === undefined ? undefined : reasonFor(paths[0], cwd)
    return note === undefined ? undefined : { note, paths }
  }
}
