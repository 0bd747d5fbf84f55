import { createHash } from 'node:crypto'
import { partsOf } from '../agents-md/section.ts'
import { readMarker } from '../text/agents-md-marker.ts'

/** What a new version of a file changes in its section: lines as they stand there, without their marks. */
export type SectionChanges = { added: string[]; changed: string[]; removed: string[] }

const linesIn = (file: string): string[] =>
  partsOf(file).flatMap((part) => (part.kind === 'section' ? part.body : []))

const entriesIn = (file: string): Map<string, string> =>
  new Map(
    linesIn(file).flatMap((line) => {
      const marked = readMarker(line)
      return marked === undefined ? [] : [[marked.id, marked.text.trim()] as const]
    }),
  )

export const changesOf = (before: string, after: string): SectionChanges => {
  const [old, now] = [entriesIn(before), entriesIn(after)]
  return {
    added: [...now].flatMap(([id, text]) => (old.has(id) ? [] : [text])),
    changed: [...now].flatMap(([id, text]) => (old.has(id) && old.get(id) !== text ? [text] : [])),
    removed: [...old].flatMap(([id, text]) => (now.has(id) ? [] : [text])),
  }
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Names what a section says, wherever it stands in its file. */
export const sectionHashOf = (file: string): string => hashOf(linesIn(file).join('\n'))
