'use client'

import { IconChevronRight, IconEyeOff } from '@tabler/icons-react'
import type { SessionDetail } from '@teamlore/shared'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { Badge } from '../../components/ui/badge.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { toolName } from '../../lib/format/tool-name.ts'
import { ForgetButton } from '../forgetting/index.ts'
import { removalWords } from '../retention/index.ts'
import { SessionFacts } from './session-facts.tsx'
import './session-header.css'
import { SessionNotes } from './session-notes.tsx'
import { SessionRelatives } from './session-relatives.tsx'
import { ShareButton } from './share-button.tsx'

const DISTILLED = {
  done: undefined,
  pending: { tone: 'wait', word: 'Distilling' },
  failed: { tone: 'error', word: 'Not distilled' },
} as const

/** What the session was about, where it ran, and what belongs to it. */
export const SessionHeader = ({ session }: { session: SessionDetail }) => {
  const router = useRouter()
  const distilled = DISTILLED[session.distilled]
  return (
    <header className="session-header">
      <div className="session-top">
        <nav className="session-crumbs" aria-label="Where this is">
          <Link href="/sessions">Sessions</Link>
          <IconChevronRight size={13} aria-hidden />
          {session.project ? (
            <Link
              href={`/sessions?${new URLSearchParams({ project: session.project.id })}`}
              className="tl-foreign"
            >
              {plainLine(session.project.name)}
            </Link>
          ) : (
            <span>no project</span>
          )}
          <IconChevronRight size={13} aria-hidden />
          <span>{toolName(session.tool)}</span>
        </nav>
        <span className="session-buttons">
          <ShareButton session={session} />
          <ForgetButton
            thing={{ kind: 'session', id: session.id }}
            ownerId={session.author.id}
            onForgotten={() => router.push('/')}
          />
        </span>
      </div>
      <h1 className="session-title tl-foreign" dir="auto">
        {plainLine(session.title) || 'Untitled session'}
      </h1>
      <p className="session-badges">
        {session.kind !== 'main' && <Badge tone="accent">{session.kind}</Badge>}
        {session.visibility === 'private' && (
          <Badge title="Only you see this session">
            <IconEyeOff size={12} aria-hidden />
            Private
          </Badge>
        )}
        {distilled && <Badge tone={distilled.tone}>{distilled.word}</Badge>}
      </p>
      <SessionFacts session={session} />
      {session.removal != null && (
        <p className="session-removal">{removalWords(session.removal)}</p>
      )}
      <SessionNotes session={session} />
      <SessionRelatives session={session} />
    </header>
  )
}
