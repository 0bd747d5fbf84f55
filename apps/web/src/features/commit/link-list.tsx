import type { SessionLink } from '@teamlore/shared/commits'
import Link from 'next/link'
import { plainLine } from '../../lib/format/plain-text.ts'
import { toolName } from '../../lib/format/tool-name.ts'
import './commit-page.css'

const MADE: Record<SessionLink['created_by'], string> = {
  user: 'a person said so',
  auto: 'inferred',
  hook: 'git said so',
}

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text)

/** Links with their reasons: of a commit its sessions, of a session its commits. */
export const LinkList = ({
  links,
  of,
}: {
  links: readonly SessionLink[]
  of: 'commit' | 'session'
}) => (
  <ul className="commit-links">
    {links.map((link) => (
      <li key={link.id}>
        <p className="commit-link-head">
          <Title link={link} of={of} />
          <span className="commit-link-sure">
            {link.relation}, {Math.round(100 * link.confidence)} % sure, {MADE[link.created_by]}
          </span>
        </p>
        <ul className="commit-link-reasons">
          {link.reasons.map((reason) => (
            <li key={reason}>{plainLine(reason)}</li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
)

const Title = ({ link, of }: { link: SessionLink; of: 'commit' | 'session' }) => {
  if (of === 'commit')
    return (
      <Link href={`/sessions/${link.session.id}`} className="tl-link tl-foreign">
        {plainLine(link.session.title)} ({toolName(link.session.tool)},{' '}
        {plainLine(link.session.author.name)})
      </Link>
    )
  if (link.commit)
    return (
      <Link href={`/commits/${link.commit.id}`} className="tl-link tl-foreign">
        <span className="tl-mono">{link.commit.sha.slice(0, 10)}</span>{' '}
        {plainLine(link.commit.subject)}
      </Link>
    )
  return isWebAddress(link.target) ? (
    <a href={link.target} className="tl-link tl-foreign" rel="noopener noreferrer nofollow">
      {plainLine(link.target)}
    </a>
  ) : (
    <span className="tl-foreign">
      {link.type} {plainLine(link.target)}
    </span>
  )
}
