'use client'

import { IconCornerLeftUp, IconGitPullRequest, IconHierarchy2 } from '@tabler/icons-react'
import type { SessionDetail } from '@teamlore/shared'
import Link from 'next/link'
import { SafeLink } from '../../components/markdown/index.ts'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import './session-relatives.css'

/** The session it came out of, those that came out of it, and the pull requests it opened. */
export const SessionRelatives = ({ session }: { session: SessionDetail }) => {
  const { parent, children, pull_requests: pullRequests } = session
  if (!parent && children.length === 0 && pullRequests.length === 0) return null
  return (
    <ul className="session-relatives">
      {parent && (
        <li>
          <IconCornerLeftUp size={14} stroke={1.75} aria-hidden />
          Part of{' '}
          <Link href={`/sessions/${parent.id}`} className="tl-link tl-foreign">
            {titleOf(parent.title)}
          </Link>
        </li>
      )}
      {children.map((child) => (
        <li key={child.id}>
          <IconHierarchy2 size={14} stroke={1.75} aria-hidden />
          {child.kind === 'main' ? 'session' : child.kind}{' '}
          <Link href={`/sessions/${child.id}`} className="tl-link tl-foreign">
            {titleOf(child.title)}
          </Link>
        </li>
      ))}
      {pullRequests.map((request) => (
        <li key={request.url}>
          <IconGitPullRequest size={14} stroke={1.75} aria-hidden />
          <SafeLink href={request.url}>Pull request {request.number}</SafeLink>
        </li>
      ))}
    </ul>
  )
}

const titleOf = (title: string): string => shorten(plainLine(title), 80) || 'Untitled session'
