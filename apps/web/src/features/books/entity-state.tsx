'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { BookStateAnswer } from '@teamlore/shared/books'
import { parseAsString, useQueryState } from 'nuqs'
import { useState } from 'react'
import { FilterSelect } from '../../components/filters/index.ts'
import { ScrollBox } from '../../components/ui/scroll-box.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { happeningLayers, inLine, usualLayer } from './book-words.ts'

/** Sessions of the events of a layer that concern an entity, first to last. */
const sessionsOf = ({ events }: BookStateAnswer): number[] =>
  [...new Set(events.flatMap(({ session }) => session ?? []))].sort((a, b) => a - b)

/** The layers of a book in which something happens, and the one that is looked at. */
const useLayer = (book: string, chosen: string | null) => {
  const api = useApi()
  const about = useQuery({
    queryKey: queryKeys.book(book),
    queryFn: ({ signal }) => api.books.get(book, { signal }),
  })
  const layers = about.data ? happeningLayers(about.data) : []
  return {
    layers,
    layer: chosen ?? (about.data && usualLayer(about.data)) ?? about.data?.layers[0]?.name,
  }
}

const useEntityState = (
  book: string,
  query: { name: string; layer: string | undefined; session?: number | undefined },
  isAsked: boolean,
) => {
  const api = useApi()
  const { name, layer = '', session } = query
  return useQuery({
    queryKey: queryKeys.bookAnswer(book, 'state', query),
    queryFn: ({ signal }) =>
      api.books.state(book, { name, layer, ...(session !== undefined && { session }) }, { signal }),
    enabled: isAsked && layer !== '',
    placeholderData: keepPreviousData,
  })
}

/** Before the first session means none of them; after the last, all there is. */
const sessionAt = (sessions: readonly number[], at: number): number | undefined => {
  if (at === sessions.length) return undefined
  return at === 0 ? Math.max(0, (sessions[0] ?? 1) - 1) : sessions[at - 1]
}

/** What an entity is before anything happened, and after each session of a layer. */
export const EntityState = ({ book, name }: { book: string; name: string }) => {
  const [chosen, setChosen] = useQueryState('layer', parseAsString)
  const [step, setStep] = useState<number | null>(null)
  const { layers, layer } = useLayer(book, chosen)
  const whole = useEntityState(book, { name, layer }, true)
  const sessions = whole.data ? sessionsOf(whole.data) : []
  const at = Math.min(step ?? sessions.length, sessions.length)
  const session = sessionAt(sessions, at)
  const then = useEntityState(book, { name, layer, session }, session !== undefined)
  const shown = session === undefined ? whole.data : then.data
  if (shown === undefined) return null
  return (
    <section aria-label="State">
      <h2>State</h2>
      <fieldset className="book-filters">
        <legend className="tl-hidden-label">As of</legend>
        {layers.length > 1 && (
          <FilterSelect
            name="Layer"
            value={layer ?? null}
            options={layers.map((one) => ({ value: one, label: one }))}
            onChange={(value) => {
              void setChosen(value)
              setStep(null)
            }}
          />
        )}
        {sessions.length > 0 && (
          <label className="entity-slider">
            <input
              type="range"
              min={0}
              max={sessions.length}
              value={at}
              aria-valuetext={momentInWords(at, session)}
              onChange={(event) => setStep(Number(event.currentTarget.value))}
            />
            {momentInWords(at, session)}
          </label>
        )}
      </fieldset>
      <StateTable state={shown} />
    </section>
  )
}

const momentInWords = (at: number, session: number | undefined): string => {
  if (session === undefined) return 'now'
  return at === 0 ? 'before anything happened' : `after session ${session}`
}

const StateTable = ({ state: { base, current, provenance } }: { state: BookStateAnswer }) => {
  const names = [...new Set([...Object.keys(base), ...Object.keys(current)])]
  if (names.length === 0) return <p className="book-quiet">No properties.</p>
  return (
    <ScrollBox label="Properties" className="book-table">
      <table>
        <thead>
          <tr>
            <th scope="col">property</th>
            <th scope="col">is</th>
            <th scope="col">was</th>
            <th scope="col">says who</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const [is, was] = [inLine(current[name]), inLine(base[name])]
            return (
              <tr key={name}>
                <th scope="row" className="tl-foreign">
                  {name}
                </th>
                <td className="tl-foreign" data-changed={is !== was || undefined}>
                  {plainLine(is) || '–'}
                </td>
                <td className="tl-foreign">{is === was ? '' : plainLine(was) || '–'}</td>
                <td className="book-quiet tl-foreign">{sayer(provenance[name])}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollBox>
  )
}

const sayer = (by: Record<string, unknown> | undefined): string => {
  if (by === undefined) return ''
  if (by['by'] === 'event') return plainLine(`${by['event']}, ${by['file']}:${by['line']}`)
  return by['by'] === 'default' ? 'the schema' : plainLine(`${by['file']}:${by['line']}`)
}
