import { useQuery } from '@tanstack/react-query'
import type { BookEntityAnswer } from '@teamlore/shared/books'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { editorHref } from './editor-href.ts'

type Shown = { book: string; entity: Pick<BookEntityAnswer, 'edit_url' | 'source_file'> }

/** Opens the file of an entity where it is edited: at the host of its repository, or in the editor of a machine that has it. */
export const EntityEdit = ({ book, entity: { edit_url, source_file } }: Shown) => {
  const api = useApi()
  const about = useQuery({
    queryKey: queryKeys.book(book),
    queryFn: ({ signal }) => api.books.get(book, { signal }),
  })
  const editors = (about.data?.checkouts ?? []).flatMap(({ machine, folder }) => {
    const href = editorHref(folder, source_file ?? '')
    return href === undefined ? [] : [{ machine, folder, href }]
  })
  if (edit_url === null && editors.length === 0) return null
  return (
    <p className="entity-edit">
      {edit_url !== null && (
        <a
          className="tl-link"
          href={edit_url}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          title={plainLine(edit_url)}
        >
          Edit at {plainLine(new URL(edit_url).hostname)}
        </a>
      )}
      {editors.map(({ machine, folder, href }) => (
        <a key={href} className="tl-link" href={href} title={plainLine(`${folder}/${source_file}`)}>
          Open in the editor on {plainLine(machine)}
        </a>
      ))}
    </p>
  )
}
