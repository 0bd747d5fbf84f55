import type { Block } from '@teamlore/shared'
import { expandedPaths, isThere } from './expanded-paths.ts'
import type { KeptElsewhere } from './kept-elsewhere.ts'
import { pathsNamedBy } from './named-paths.ts'
import { below, resolveFrom } from './places.ts'
import type { ProjectIgnore } from './project-ignore.ts'

type Input = Extract<Block, { type: 'tool_call' }>['input']

type Options = { ignore: ProjectIgnore; root: string | null; elsewhere: KeptElsewhere | undefined }

const MAX_KNOWN = 20_000

/**
 * Whether any word of a call's commands leads into what a project keeps, whatever program it is given to. A word that lies in
 * nothing that is kept keeps nothing back.
 */
export const createNamesKept = ({ ignore, root, elsewhere }: Options) => {
  if (root === null && elsewhere === undefined) return () => false
  const known = new Map<string, boolean>()
  const isWholeKept = (whole: string): boolean => {
    const tied = root === null ? null : below(root, whole)
    // `customers/` means a folder, which is named without the slash as well.
    const isOwn = tied !== null && (ignore.matches(tied) || ignore.matches(`${tied}/`))
    return isOwn || [whole, `${whole}/`].some((path) => elsewhere?.isNamedKept(path) === true)
  }
  const judge = (whole: string, isBare: boolean): boolean =>
    (!isBare || isThere(whole)) && expandedPaths(whole).some(isWholeKept)
  const isKept = (whole: string, isBare: boolean): boolean => {
    const key = `${isBare}${whole}`
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size >= MAX_KNOWN) known.clear()
    const judgement = judge(whole, isBare)
    known.set(key, judgement)
    return judgement
  }
  return (input: Input, places: readonly string[]): boolean =>
    pathsNamedBy(input).some(({ path, isBare }) =>
      [...new Set(places)].some((from) => isKept(resolveFrom(from, path), isBare)),
    )
}
