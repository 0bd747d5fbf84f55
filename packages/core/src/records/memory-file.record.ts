import { KINDS, type MemoryFile } from '@teamlore/shared'
import { titleOfMemoryFile } from '../documents/documents-of-memory-file.ts'
import { lines } from '../text/lines.ts'
import type { OpenRecord, RecordText } from './record.types.ts'

/** A memory file as it is, below what says whose word it is and whether it still stands. */
const memoryFileRecord = (file: MemoryFile): RecordText => ({
  id: file.id,
  kind: 'memory_file',
  title: titleOfMemoryFile(file),
  text: lines([
    `File: ${file.path}`,
    file.project && `Project: ${file.project.name}`,
    `Seen on ${file.machine.name}, last changed ${file.modified_at}`,
    file.gone_at !== null && `Gone since ${file.gone_at}: this is what it last said.`,
    file.is_cut && 'Only its beginning was mirrored.',
    `\n${file.text}`,
  ]),
  url: `${KINDS.memory_file.page}/${file.id}`,
  session_id: null,
  occurred_at: file.modified_at,
})

export const openMemoryFile: OpenRecord = async ({ memoryFileList }, id) => {
  const found = await memoryFileList.find(id)
  return found && memoryFileRecord(found)
}
