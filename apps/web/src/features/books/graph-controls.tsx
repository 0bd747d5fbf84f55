import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BookAnswer } from '@teamlore/shared/books'
import { useId, useState } from 'react'
import { FilterSelect } from '../../components/filters/index.ts'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { typesOf } from './book-words.ts'

type State = {
  type: string | null
  layer: string | null
  around: string | null
  depth: number
}
type Change = {
  type?: string | null
  layer?: string | null
  around?: string | null
  depth?: number
  all?: boolean | null
}
type Shown = {
  book: BookAnswer
  state: State
  isWhole: boolean
  onChange: (change: Change) => void
}

/** What of the book is drawn: what is near an entity that is searched for, or all of a type or layer. */
export const GraphControls = ({ book, state, isWhole, onChange }: Shown) => {
  const { type, layer, around, depth } = state
  return (
    <fieldset className="book-filters">
      <legend className="tl-hidden-label">Narrow the graph</legend>
      <GraphSearch book={book.name} onFind={(handle) => onChange({ around: handle, all: null })} />
      <FilterSelect
        name="Type"
        value={type}
        options={typesOf(book).map(({ name }) => ({ value: name, label: name }))}
        onChange={(value) => onChange({ type: value })}
      />
      <FilterSelect
        name="Layer"
        value={layer}
        options={book.layers.map(({ name }) => ({ value: name, label: name }))}
        onChange={(value) => onChange({ layer: value })}
      />
      {around !== null && (
        <>
          <FilterSelect
            name="Steps"
            value={String(depth)}
            options={['1', '2', '3', '4', '5'].map((one) => ({ value: one, label: one }))}
            onChange={(value) => onChange({ depth: Number(value ?? 1) })}
          />
          <span className="book-quiet tl-foreign">around {plainLine(around)}</span>
        </>
      )}
      {!isWhole && (
        <Button
          size="xs"
          variant="default"
          onClick={() => onChange({ around: null, all: true, type: null, layer: null })}
        >
          Whole book
        </Button>
      )}
    </fieldset>
  )
}

/** Finds an entity by its name, to look around it. */
const GraphSearch = ({ book, onFind }: { book: string; onFind: (handle: string) => void }) => {
  const api = useApi()
  const id = useId()
  const [words, setWords] = useState('')
  const query = { query: words.trim(), limit: 8 }
  const found = useQuery({
    queryKey: queryKeys.bookAnswer(book, 'search', query),
    queryFn: ({ signal }) => api.books.search(book, query, { signal }),
    enabled: query.query.length > 1,
  })
  const items = query.query.length > 1 ? (found.data?.items ?? []) : []
  const take = (handle: string) => {
    setWords('')
    onFind(handle)
  }
  return (
    <div className="graph-search">
      <input
        className="book-search"
        type="search"
        placeholder="Find an entity to look around"
        aria-label="Find an entity to look around"
        aria-controls={items.length > 0 ? id : undefined}
        maxLength={300}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && items[0]) take(items[0].handle)
        }}
      />
      {items.length > 0 && (
        <ul id={id} className="graph-found">
          {items.map((one) => (
            <li key={`${one.layer} ${one.handle}`}>
              <button type="button" onClick={() => take(one.handle)}>
                <span className="tl-foreign">{plainLine(one.handle)}</span>{' '}
                <span className="book-quiet">{one.type ?? 'unknown'}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
