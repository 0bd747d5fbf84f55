import type { FileEdit } from './file-edit.ts'

/** A change as a patch names it: the path is as it stands there, often relative. */
type Section = { path: string; movedTo: string | null; operation: 'create' | 'edit' | 'delete' }

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
  const edits: FileEdit[] = []
  let isInside = false
  let section: (Section & { added: string[]; removed: string[] }) | null = null
  const close = (): void => {
    if (section !== null) edits.push(...editsOfSection(section))
    section = null
  }
  for (const line of text.split(/\r?\n/)) {
    if (line.endsWith('*** Begin Patch')) isInside = true
    else if (line.startsWith('*** End Patch')) {
      close()
      isInside = false
    }
    if (!isInside) continue
    const head = HEADS.find(({ start }) => line.startsWith(start))
    if (head !== undefined) {
      close()
      const path = line.slice(head.start.length).trim()
      section = { path, movedTo: null, operation: head.operation, added: [], removed: [] }
    } else if (section === null) continue
    else if (line.startsWith(MOVE)) section.movedTo = line.slice(MOVE.length).trim()
    else if (line.startsWith('+')) section.added.push(line.slice(1))
    else if (line.startsWith('-')) section.removed.push(line.slice(1))
  }
  close()
  return edits
}

const editsOfSection = ({
  path,
  movedTo,
  operation,
  added,
  removed,
}: Section & { added: string[]; removed: string[] }): FileEdit[] => {
  if (path === '') return []
  if (movedTo === null || movedTo === '')
    return [{ path, operation, addedText: added, removedText: removed }]
  return movedFile(path, movedTo, { addedText: added, removedText: removed })
}

/** A move is the end of one file and the beginning of another, which may be changed on the way. */
export const movedFile = (
  from: string,
  to: string,
  lines: Pick<FileEdit, 'addedText' | 'removedText'>,
): FileEdit[] => [
  { path: from, operation: 'delete', addedText: [], removedText: [] },
  { path: to, operation: 'rename', ...lines },
]
