import type { Mention } from '../book.types.ts'
import { fileName, nameKey, withoutEnding } from '../names.ts'
import type { NoteLink } from '../notes/note.types.ts'
import { newProblem } from '../problems.ts'
import type { CheckedNote, Draft } from './draft.types.ts'
import type { Found } from './name-index.ts'
import { pathsMeant } from './near-paths.ts'
import { type Context, meant, unsure } from './resolve-field.ts'

/** Pictures, papers and other files: what is linked so is no note. */
const OTHER_FILE = /\.(?!md$|markdown$)[a-z][a-z0-9]{1,9}$/iu
const NOTE_FILE = /\.(?:md|markdown)$/iu

const found = (draft: Draft, checked: CheckedNote, { target, isPath }: NoteLink): Found => {
  const name = withoutEnding(target)
  if (isPath) return draft.names.findByPath(checked.note, name)
  const direct = meant(draft, checked, name)
  // A folder that is gone, or that of another vault.
  return direct.as === 'unknown' && name.includes('/')
    ? draft.names.find(checked.note, fileName(name))
    : direct
}

/** Files of the book that are no entity: by path, and by name. */
const otherFiles = ({ reads }: Draft): { paths: Set<string>; names: Set<string> } => ({
  paths: new Set(reads.map(({ path }) => nameKey(withoutEnding(path)))),
  names: new Set(reads.map(({ path }) => nameKey(fileName(path)))),
})

/** Reads the links of a note: what each of them mentions, and which of them lead nowhere. */
export const newLinkReader = ({ draft, problems }: Context) => {
  const others = otherFiles(draft)
  const leadsNowhere = ({ note }: CheckedNote, { target, isPath }: NoteLink): boolean => {
    if (OTHER_FILE.test(target) || others.names.has(nameKey(fileName(target)))) return false
    if (!isPath) return true
    // Without the ending of a note it may be a page or a folder; out of the book nobody knows.
    const meantPaths = pathsMeant(note.path, withoutEnding(target)).map(nameKey)
    const isThere = meantPaths.some((path) => others.paths.has(path))
    return NOTE_FILE.test(target) && meantPaths.length > 0 && !isThere
  }
  return (checked: CheckedNote): Mention[] => {
    const { note, key } = checked
    return note.links.flatMap((link): Mention[] => {
      const { target, line, column } = link
      const place = { file: note.path, line, column }
      const what = found(draft, checked, link)
      if (what.as === 'unknown') {
        if (leadsNowhere(checked, link))
          problems.push(newProblem('dangling-link', place, `No file describes "${target}" yet.`))
        return []
      }
      if (what.as === 'out-of-reach') return []
      if (what.as === 'entity') problems.push(...unsure(place, target, what))
      return [{ from: key, to: what.entity.key, file: note.path, line }]
    })
  }
}
