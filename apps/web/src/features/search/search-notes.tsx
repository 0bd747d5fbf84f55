import { IconInfoCircle } from '@tabler/icons-react'
import type { SearchResponse } from '@teamlore/shared'
import { compactCount, count } from '../../lib/format/number.ts'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
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
  tokens,
  noun,
  amount,
  hasMore,
}: {
  notes: readonly string[]
  /** The question as it was probably meant. */
  meant: string | undefined
  onTry: (q: string) => void
  arms: SearchResponse['arms']
  tookMs: number | undefined
  /** What the results cost an agent who reads them. */
  tokens: number
  noun: 'result' | 'session'
  amount: number
  hasMore: boolean
}) => (
  <div className="search-notes">
    <p role="status">{outcomeInWords({ amount, noun, hasMore, arms, tookMs, tokens })}</p>
    {meant !== undefined && (
      <p className="search-meant">
        Did you mean{' '}
        <button type="button" className="search-meant-try tl-foreign" onClick={() => onTry(meant)}>
          {shorten(plainLine(meant), 200)}
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

type Outcome = {
  amount: number
  noun: 'result' | 'session'
  hasMore: boolean
  arms: SearchResponse['arms']
  tookMs: number | undefined
  tokens: number
}

export const outcomeInWords = ({ amount, noun, hasMore, arms, tookMs, tokens }: Outcome) => {
  const by = arms.length > 0 ? ` by ${arms.map((arm) => ARMS[arm]).join(', ')}` : ''
  const took = tookMs === undefined ? '' : ` in ${Math.round(tookMs)} ms`
  if (amount === 0) {
    const found = hasMore ? 'Nothing so far' : noun === 'session' ? 'No sessions' : 'No results'
    return by + took === '' ? found : `${found}. Searched${by}${took}.`
  }
  const cost = tokens > 0 ? `, ${compactCount(tokens, 'token')} to read` : ''
  return `${hasMore ? 'First ' : ''}${count(amount, noun)}${by}${took && `,${took}`}${cost}`
}
