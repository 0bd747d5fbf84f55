import type { Onboarding } from '@teamlore/shared/onboarding'
import Link from 'next/link'
import { plainLine } from '../../lib/format/plain-text.ts'

/** Where an entry is opened. */
const hrefOf = (id: string | null): string | null =>
  id?.startsWith('mem_') ? `/memories/${id}` : null

/** What a person who joins wants to know first. */
export const OnboardingParts = ({ brief }: { brief: Onboarding }) => (
  <>
    {brief.sections
      .filter(({ entries }) => entries.length > 0)
      .map(({ name, title, entries, left_out }) => (
        <section key={name} aria-label={title}>
          <h2>{title}</h2>
          <ul className="project-entries">
            {entries.map(({ id, text }) => {
              const href = hrefOf(id)
              return (
                <li key={`${id} ${text}`} className="tl-foreign" dir="auto">
                  {href === null ? (
                    plainLine(text)
                  ) : (
                    <Link href={href} className="tl-link">
                      {plainLine(text)}
                    </Link>
                  )}
                </li>
              )
            })}
          </ul>
          {left_out > 0 && <p>and {left_out} more</p>}
        </section>
      ))}
  </>
)
