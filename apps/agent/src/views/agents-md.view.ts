import type { AgentsMdEdit, AgentsMdImported, AgentsMdMerged } from '@teamlore/shared/agents-md'
import { plural } from '../output/format.ts'
import { bold, dim, type Line, red } from '../output/line.ts'

const EDIT_WORDS: Record<AgentsMdEdit['type'], string> = {
  changed: 'reworded',
  added: 'added',
  deleted: 'taken out',
}

const STATE_WORDS: Record<AgentsMdEdit['state'], string> = {
  new: '',
  waits: 'waits in the review queue',
  known: 'the team knows it',
  rejected: 'a person turned it down',
}

export const linesOfEdits = (edits: readonly AgentsMdEdit[]): Line[] =>
  edits.map(({ type, text, state, is_conflict, memory }) => [
    dim(`  ${EDIT_WORDS[type].padEnd(9)} `),
    text,
    is_conflict ? bold('  the memory changed, too') : '',
    dim(state === 'new' ? '' : `  ${STATE_WORDS[state]}${memory === null ? '' : ` ${memory}`}`),
  ])

const leftOutLine = ({ left_out }: AgentsMdMerged): Line[] => {
  if (left_out.length === 0) return []
  const words = {
    kind: 'of other kinds',
    confidence: 'not sure enough',
    disputed: 'in doubt',
    said: 'said by the repository already',
    tokens: 'over the budget',
  }
  const counts = Object.entries(words).flatMap(([because, said]) => {
    const n = left_out.filter((one) => one.because === because).length
    return n === 0 ? [] : [`${n} ${said}`]
  })
  return [[dim(`Left out: ${counts.join(', ')}.`)]]
}

export const isNew = ({ state }: AgentsMdEdit): boolean => state === 'new'

export const exportLines = (
  { name, isNew: isMissing }: { name: string; isNew: boolean },
  merged: AgentsMdMerged,
  isDry: boolean,
): Line[] => {
  if (isMissing && merged.text === '')
    return [[`${name} was not made: nothing is to be said in it yet.`]]
  if (isDry) return merged.text.split('\n').map((line): Line => [line])
  const size = `${plural(merged.entries, 'entry', 'entries')}, ${plural(merged.tokens, 'token')}`
  const done = merged.is_current ? 'says already what the team knows' : 'written'
  return [[`${name} ${done}`, dim(`  ${size}`)]]
}

export const notesOf = (merged: AgentsMdMerged): Line[] => [
  ...leftOutLine(merged),
  ...(merged.collapsed > 0
    ? [[`${plural(merged.collapsed + 1, 'section')} became one.`] satisfies Line]
    : []),
  ...linesOfEdits(merged.edits),
  ...(merged.edits.some(isNew)
    ? [['Edits by hand stay. Propose them to the team: lore agents-md import'] satisfies Line]
    : []),
]

export const IMPORT_OF_MANY = 'lore agents-md import --allow-deletions'

const MANY: Line = [
  red('So many entries are gone that an import has to allow it.'),
  ` Restore the file by git, or run: ${IMPORT_OF_MANY}`,
]

/** What an import would propose. */
export const plannedLines = (
  name: string,
  edits: readonly AgentsMdEdit[],
  areMany: boolean,
): Line[] => [
  [`${name}: ${plural(edits.filter(isNew).length, 'edit')} would be proposed`],
  ...linesOfEdits(edits),
  ...(areMany ? [MANY] : []),
]

/** What an import proposed, and what it had no room for. */
export const importLines = (name: string, { edits, proposed, left }: AgentsMdImported): Line[] => [
  [`${name}: ${plural(proposed, 'edit')} proposed`],
  ...linesOfEdits(edits),
  ...(left === 0
    ? []
    : [
        [
          bold(`${plural(left, 'edit')} more had no room:`),
          ` one import proposes 200 at most. Run it again.`,
        ] satisfies Line,
      ]),
]
