'use client'

import { PRESENT_KINDS } from '@teamlore/shared/kinds'
import { OBSERVATION_TYPES } from '@teamlore/shared/observation-types'
import { ConceptList } from './concept-list.tsx'
import './query-help.css'

const OTHER_TYPES = [...OBSERVATION_TYPES.filter((type) => type !== 'decision'), ...PRESENT_KINDS]

const EXAMPLES = [
  {
    q: 'why did the migration fail',
    says: 'Plain words. Meaning counts as well as the words themselves.',
  },
  { q: '"connection refused"', says: 'An exact phrase.' },
  { q: 'retry or backoff', says: 'One or the other.' },
  { q: 'retry AND upload', says: 'Both must be there.' },
  { q: 'login NOT oauth', says: 'Without what follows. A minus does the same: -oauth.' },
  {
    q: 'type:decision cache',
    says: `Only decisions. Also ${OTHER_TYPES.join(', ')}.`,
  },
  { q: 'file:src/server.ts', says: 'What is known about a file or folder.' },
  { q: 'project:cli tool:claude-code', says: 'Where it was, and with which coding tool.' },
  { q: 'author:ada branch:main', says: 'Whose session, on which branch.' },
  { q: 'concept:logging', says: 'What was found to be about a thing.' },
  { q: 'title:migration', says: 'What has it in its title, or in that of its session.' },
  { q: 'tag:release', says: 'Sessions that people marked so.' },
  { q: 'retry order:date', says: 'Newest first, all that has the words. Also order:oldest.' },
  { q: 'after:2026-11-01 before:2026-12-01', says: 'When. Days, or moments in full.' },
] as const

/** What can be asked, as examples one can press. */
export const QueryHelp = ({ onTry }: { onTry: (q: string) => void }) => (
  <section className="query-help" aria-label="How to search">
    <h2>Ways to ask</h2>
    <ul>
      {EXAMPLES.map(({ q, says }) => (
        <li key={q}>
          <button type="button" className="query-example" onClick={() => onTry(q)}>
            {q}
          </button>
          <span>{says}</span>
        </li>
      ))}
    </ul>
    <p>Anything can be typed: what is no filter is searched for as it stands.</p>
    <ConceptList onTry={onTry} />
  </section>
)
