import { plural } from '@teamlore/shared/plural'
import { withoutLinks } from '../change-report/plain-markdown.ts'

type Changes = { added: readonly string[]; changed: readonly string[]; removed: readonly string[] }

/** What a host takes of one text, with room for what stands around the lines. */
const MAX_CHARS = 60_000

const MARKER = '<!-- teamlore:agents-md -->'

const GROUPS: readonly [keyof Changes, string][] = [
  ['added', 'New'],
  ['changed', 'Reworded'],
  ['removed', 'Taken out'],
]

/** Lines come out of a section of AGENTS.md, where nothing in them works as a mark of Markdown. Hosts would close an issue they name. */
const groupOf = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0
    ? []
    : [
        '',
        `### ${title}`,
        '',
        ...lines.map((line) => withoutLinks(line.startsWith('-') ? line : `- ${line}`)),
      ]

const cut = (lines: readonly string[]): string[] => {
  const kept: string[] = []
  let chars = 0
  for (const line of lines) {
    chars += line.length + 1
    if (chars > MAX_CHARS) return [...kept, '', 'The rest is in the diff.']
    kept.push(line)
  }
  return kept
}

const countsOf = (changes: Changes): string => {
  const counts = GROUPS.flatMap(([of, title]) =>
    changes[of].length === 0 ? [] : [`${changes[of].length} ${title.toLowerCase()}`],
  )
  return counts.join(', ')
}

/** A pull request that brings the section of a file up to date. */
export const agentsMdProposal = ({
  path,
  changes,
  isNew,
}: {
  path: string
  changes: Changes
  isNew: boolean
}): { title: string; body: string; message: string } => {
  const counts = countsOf(changes)
  const title = isNew ? `Add ${path} with what the team knows` : `Bring ${path} up to date`
  const all = changes.added.length + changes.changed.length + changes.removed.length
  const about =
    all === 0
      ? `Only the form of the section in \`${path}\` changes.`
      : `${plural(all, 'entry', 'entries')} of the section in \`${path}\` ${all === 1 ? 'changes' : 'change'}: ${counts}.`
  const lines = cut(GROUPS.flatMap(([of, group]) => groupOf(group, changes[of])))
  const body = [
    about,
    ...lines,
    '',
    'Written by Teamlore from memories that people reviewed. What you edit in the section is kept, and proposed to the team once it is merged. Close this to leave it until the team knows something else.',
    '',
    MARKER,
    '',
  ].join('\n')
  return { title, body, message: counts === '' ? title : `${title}\n\n${counts}.` }
}
