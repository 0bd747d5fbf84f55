import { IconInfoCircle } from '@tabler/icons-react'
import type { SearchResponse } from '@teamlore/shared'
import { count } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import './search-notes.css'

const ARMS: Record<SearchResponse['arms'][number], string> = {
  text: 'words',
  vector: 'meaning',
  exact: 'exact names',
}

/** How the answer came about, and what the server has to say about the question. */
export const SearchNotes = ({
  notes,
  meant,
  onTry,
  arms,
  tookMs,
  amount,
  hasMore,
}: {
  notes: readonly string[]
  /** The question as it was probably meant. */
  meant: string | undefined
  onTry: (q: string) => void
  arms: SearchResponse['arms']
  tookMs: number | undefined
  amount: number
  hasMore: boolean
}) => (
  <div className="search-notes">
    <p role="status">
      {amount === 0 ? 'No results' : `${hasMore ? 'First ' : ''}${count(amount, 'result')}`}
      {arms.length > 0 && ` by ${arms.map((arm) => ARMS[arm]).join(', ')}`}
      {tookMs !== undefined && `, in ${Math.round(tookMs)} ms`}
    </p>
    {meant !== undefined && (
      <p className="search-meant">
        Did you mean{' '}
        <button type="button" className="search-meant-try tl-foreign" onClick={() => onTry(meant)}>
          {plainLine(meant)}
        </button>
        ?
      </p>
    )}
    {notes.map((note) => (
      <p key={note} className="search-note">
        <IconInfoCircle size={15} stroke={1.75} aria-hidden />
        {note}
      </p>
    ))}
  </div>
)
