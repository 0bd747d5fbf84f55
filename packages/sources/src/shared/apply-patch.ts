import { type FileEdit, pathFrom } from '../turns/file-edit.ts'

/** What a patch does to one file. The path is as it stands there, often relative. */
type Section = {
  path: string
  movedTo: string
  operation: 'create' | 'edit' | 'delete'
  addedText: string[]
  removedText: string[]
}

const HEADS: readonly { start: string; operation: Section['operation'] }[] = [
  { start: '*** Add File: ', operation: 'create' },
  { start: '*** Update File: ', operation: 'edit' },
  { start: '*** Delete File: ', operation: 'delete' },
]
const MOVE = '*** Move to: '

/**
 * The edits of a patch in the envelope `*** Begin Patch … *** End Patch`, wherever in a text it stands: models hand it to a
 * tool as it is, or in a shell command. Several envelopes count one after another.
 */
export const editsOfPatch = (text: string): FileEdit[] => {
  const sections: Section[] = []
  let isInside = false
  for (const line of text.split(/\r?\n/)) {
    if (line.endsWith('*** Begin Patch')) isInside = true
    else if (line.startsWith('*** End Patch')) isInside = false
    else if (isInside) takeLine(line, sections)
  }
  return sections.flatMap(editsOfSection)
}

const takeLine = (line: string, sections: Section[]): void => {
  const head = HEADS.find(({ start }) => line.startsWith(start))
  const section = sections.at(-1)
  if (head !== undefined)
    sections.push({
      path: line.slice(head.start.length).trim(),
      movedTo: '',
      operation: head.operation,
      addedText: [],
      removedText: [],
    })
  else if (line.startsWith(MOVE) && section) section.movedTo = line.slice(MOVE.length).trim()
  else if (line.startsWith('+')) section?.addedText.push(line.slice(1))
  else if (line.startsWith('-')) section?.removedText.push(line.slice(1))
}

const editsOfSection = ({ movedTo, ...edit }: Section): FileEdit[] => {
  if (edit.path === '') return []
  return movedTo === '' ? [edit] : movedFile(edit.path, movedTo, edit)
}

/** The edits of a patch as a call hands it over, its paths made absolute from the folder they are relative to. */
export const editsOfPatchIn = (cwd: string | null, patch: unknown): FileEdit[] =>
  typeof patch !== 'string'
    ? []
    : editsOfPatch(patch).flatMap((edit) => {
        const path = pathFrom(cwd, edit.path)
        return path === undefined ? [] : [{ ...edit, path }]
      })

/** A move is the end of one file and the beginning of another, which may be changed on the way. */
export const movedFile = (
  from: string,
  to: string,
  { addedText, removedText }: Pick<FileEdit, 'addedText' | 'removedText'>,
): FileEdit[] => [
  { path: from, operation: 'delete', addedText: [], removedText: [] },
  { path: to, operation: 'rename', addedText, removedText },
]
