import { count } from '../output/format.ts'
import { dim, type Line, type Piece, widthOfLine } from '../output/line.ts'
import { wrapLine } from '../output/wrap.ts'

/** `what` is a path or an id; `why` a sentence, or empty where the title says it. */
export type Trouble = { what: string; why: string }

type Options = { width: number | undefined }

/** Of each list, so that the totals stay in sight; `--json` has them all. */
const SHOWN = 10
/** Of those that share one reason. */
const SHOWN_OF_ONE_REASON = 5

/** A list of troubles under a title. What many have in common is said once. */
export const troubleLines = (
  title: Piece,
  troubles: readonly Trouble[],
  options: Options,
): Line[] => {
  if (troubles.length === 0) return []
  const lone: Trouble[] = []
  const shared: [why: string, names: string[]][] = []
  for (const [why, names] of byReason(troubles))
    if (why !== '' && names.length > 1) shared.push([why, names])
    else lone.push(...names.map((what) => ({ what, why })))
  return [
    ['  ', title, ':'],
    ...shared.slice(0, SHOWN).flatMap(([why, names]) => sharedLines(why, names, options)),
    ...lone.slice(0, SHOWN).flatMap((trouble) => loneLines(trouble, options)),
    ...moreLine(lone.length - SHOWN, '    '),
  ]
}

const byReason = (troubles: readonly Trouble[]): Map<string, string[]> => {
  const groups = new Map<string, string[]>()
  for (const { what, why } of troubles) {
    const names = groups.get(why)
    if (names === undefined) groups.set(why, [what])
    else names.push(what)
  }
  return groups
}

const sharedLines = (why: string, names: readonly string[], { width }: Options): Line[] => [
  ...wrapLine([why], { width, indent: '    ' }),
  ...names.slice(0, SHOWN_OF_ONE_REASON).map((name): Line => ['      ', dim(name)]),
  ...moreLine(names.length - SHOWN_OF_ONE_REASON, '      '),
]

/** A path is never broken, so that it can be copied; what does not fit beside it stands below. */
const loneLines = ({ what, why }: Trouble, { width }: Options): Line[] => {
  const line: Line = why === '' ? ['    ', what] : ['    ', what, dim(`  ${why}`)]
  if (width === undefined || widthOfLine(line) <= width) return [line]
  return [['    ', what], ...(why === '' ? [] : wrapLine([dim(why)], { width, indent: '      ' }))]
}

const moreLine = (hidden: number, indent: string): Line[] =>
  hidden > 0 ? [[indent, dim(`… and ${count(hidden)} more (--json lists all)`)]] : []
