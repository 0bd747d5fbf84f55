import type { BookAnswer } from '@teamlore/shared/books'
import { Badge } from '../../components/ui/badge.tsx'
import { EmptyState } from '../../components/ui/states.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'

type Problem = BookAnswer['problems'][number]

const TONES = { error: 'error', warning: 'wait', note: 'plain' } as const
const SHOWN = 300

const byFile = (problems: readonly Problem[]): [string, Problem[]][] => {
  const files = new Map<string, Problem[]>()
  for (const problem of problems) {
    const list = files.get(problem.file)
    if (list) list.push(problem)
    else files.set(problem.file, [problem])
  }
  return [...files]
}

/** What is wrong with the files of a book, file by file. */
export const BookProblems = ({ problems }: { problems: readonly Problem[] }) =>
  problems.length === 0 ? (
    <EmptyState title="Nothing is wrong">
      <p>The last ingest found no error, warning or note.</p>
    </EmptyState>
  ) : (
    <section aria-label="Problems">
      {byFile(problems.slice(0, SHOWN)).map(([file, some]) => (
        <div key={file} className="book-file">
          <h2 className="tl-mono tl-foreign">{plainLine(file)}</h2>
          <ul>
            {some.map(({ line, column, rule, severity, message, expected }) => (
              <li key={`${line}:${column} ${rule} ${message}`} className="book-problem">
                <span className="book-place tl-mono">
                  {line}:{column}
                </span>
                <Badge tone={TONES[severity]}>{severity}</Badge>
                <span className="tl-foreign">
                  {plainLine(message)}
                  {expected !== undefined && (
                    <span className="book-quiet"> Expected {plainLine(expected)}.</span>
                  )}{' '}
                  <span className="book-quiet tl-mono">{rule}</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {problems.length > SHOWN && (
        <p className="book-quiet">
          {problems.length - SHOWN} more. All of them: lore book validate
        </p>
      )}
    </section>
  )
