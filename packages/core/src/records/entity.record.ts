import type { FoundEntity } from '@teamlore/db'
import { lines } from '../text/lines.ts'
import type { OpenRecord, RecordText } from './record.types.ts'

/** An entity of a lorebook as its role sees it; who wants more asks the book by its name. */
const entityRecord = ({ id, name, type, layer, book, path, texts }: FoundEntity): RecordText => ({
  id,
  kind: 'entity',
  title: name,
  text: lines([
    name,
    `Lorebook: ${book}`,
    type && `Type: ${type}`,
    `Layer: ${layer}`,
    `File: ${path}`,
    `\n${texts.join('\n\n')}`,
  ]),
  url: `/books/${encodeURIComponent(book)}/entity?name=${encodeURIComponent(name)}`,
  session_id: null,
  occurred_at: null,
})

export const openEntity: OpenRecord = async ({ bookEntities }, id) => {
  const found = await bookEntities.find(id)
  return found && entityRecord(found)
}
