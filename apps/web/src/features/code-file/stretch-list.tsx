import Link from 'next/link'
import { ScrollBox } from '../../components/ui/scroll-box.tsx'
import { count } from '../../lib/format/number.ts'
import { plainLine, plainText } from '../../lib/format/plain-text.ts'
import type { Stretch } from './fingerprints.ts'

/** Lines of a file with who wrote them: the commit where one is known, the session and what had been asked for. */
export const StretchList = ({ stretches }: { stretches: readonly Stretch[] }) => (
  <ol className="blame-stretches">
    {stretches.map((stretch) => (
      <li
        key={stretch.from}
        className="blame-stretch"
        data-origin={stretch.session === null ? 'person' : 'session'}
      >
        <Who stretch={stretch} />
        {stretch.texts.some((text) => text !== null) ? (
          <ScrollBox
            className="blame-code"
            label={`Lines ${stretch.from} to ${stretch.from + stretch.texts.length - 1}`}
          >
            <pre className="tl-foreign">
              {plainText(stretch.texts.map((text) => text ?? '').join('\n'))}
            </pre>
          </ScrollBox>
        ) : (
          <p className="blame-unknown">
            {count(stretch.texts.length, 'line')} whose text was not shared
          </p>
        )}
      </li>
    ))}
  </ol>
)

const Who = ({ stretch }: { stretch: Stretch }) => {
  const { from, texts, commit, session, prompt } = stretch
  return (
    <p className="blame-who">
      <span className="tl-mono">
        {from}–{from + texts.length - 1}
      </span>{' '}
      {commit !== null && (
        <>
          <Link href={`/commits/${commit.id}`} className="tl-link tl-foreign" prefetch={false}>
            <span className="tl-mono">{commit.sha.slice(0, 8)}</span> {plainLine(commit.subject)}
          </Link>
          {' · '}
        </>
      )}
      {session === null ? (
        'no captured session'
      ) : (
        <Link href={`/sessions/${session.id}`} className="tl-link tl-foreign" prefetch={false}>
          {plainLine(session.title)}
        </Link>
      )}
      {prompt !== null && <span className="blame-prompt tl-foreign"> — {plainLine(prompt)}</span>}
    </p>
  )
}
