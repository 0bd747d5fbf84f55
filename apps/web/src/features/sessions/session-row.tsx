'use client'

import {
  IconEyeOff,
  IconGitBranch,
  IconGitFork,
  IconHierarchy2,
  IconPackage,
  IconRobot,
} from '@tabler/icons-react'
import type { Session } from '@teamlore/shared'
import Link from 'next/link'
import { Badge } from '../../components/ui/badge.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { compactNumber } from '../../lib/format/number.ts'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { fullMoment } from '../../lib/format/time.ts'
import { toolName } from '../../lib/format/tool-name.ts'
import { LIST_ITEM } from '../../lib/use-list-keys.ts'
import { lastActivity } from './group-by-time.ts'
import './session-row.css'

/** One session of the list: what it was about, where, who, when, and how much there is. */
export const SessionRow = ({ session, hasChanged }: { session: Session; hasChanged: boolean }) => (
  <li className="session-row" data-changed={hasChanged || undefined}>
    <div className="session-row-main">
      <p className="session-row-title">
        <Link
          href={`/sessions/${session.id}`}
          className="session-row-link tl-foreign"
          prefetch={false}
          {...LIST_ITEM}
        >
          {shorten(plainLine(session.title), 200) || 'Untitled session'}
        </Link>
        <Marks session={session} />
      </p>
      <p className="session-row-meta">
        <span className="session-row-tool">{toolName(session.tool)}</span>
        {session.project && (
          <span className="tl-foreign session-row-project">{plainLine(session.project.name)}</span>
        )}
        {session.git_branch && (
          <span className="session-row-branch">
            <IconGitBranch size={13} stroke={1.75} aria-hidden />
            <span className="tl-foreign">{shorten(plainLine(session.git_branch), 40)}</span>
          </span>
        )}
        <span className="tl-foreign">{plainLine(session.author.name)}</span>
        {session.tags.length > 0 && (
          <span className="tl-foreign">{session.tags.map((tag) => `#${tag}`).join(' ')}</span>
        )}
      </p>
    </div>
    <Counts session={session} />
    <div className="session-row-when">
      <LastActive session={session} />
      <Distilled state={session.distilled} />
    </div>
  </li>
)

const LastActive = ({ session }: { session: Session }) => {
  const at = lastActivity(session)
  return at === null ? (
    <span title={`Its tool noted no time. It came in on ${fullMoment(session.updated_at)}`}>
      no date
    </span>
  ) : (
    <TimeAgo at={at} />
  )
}

/** What is counted of each session; the day's heading names the columns. */
export const COUNT_COLUMNS = ['prompts', 'messages', 'edits', 'findings'] as const

/** The number of a session's own page. */
const amountIn = ({ counts }: Session, column: (typeof COUNT_COLUMNS)[number]): number =>
  counts[column === 'findings' ? 'observations' : column]

const KINDS = {
  main: undefined,
  subagent: { icon: IconHierarchy2, word: 'Subagent' },
  fork: { icon: IconGitFork, word: 'Fork' },
  compaction: { icon: IconPackage, word: 'Compacted' },
} as const

const Marks = ({ session }: { session: Session }) => {
  const kind = KINDS[session.kind]
  return (
    <>
      {kind && (
        <Badge>
          <kind.icon size={12} aria-hidden />
          {kind.word}
        </Badge>
      )}
      {session.started_by === 'program' && (
        <Badge title="A program started this session, such as a script that calls the tool">
          <IconRobot size={12} aria-hidden />
          Program
        </Badge>
      )}
      {session.visibility === 'private' && (
        <Badge title="Only you see this session">
          <IconEyeOff size={12} aria-hidden />
          Private
        </Badge>
      )}
    </>
  )
}

const Counts = ({ session }: { session: Session }) => (
  <dl className="session-row-counts">
    {COUNT_COLUMNS.map((column) => (
      <div key={column} data-none={amountIn(session, column) === 0 || undefined}>
        <dt className="tl-hidden-label">{column}</dt>
        <dd>{compactNumber(amountIn(session, column))}</dd>
      </div>
    ))}
  </dl>
)

const DISTILLED = {
  done: undefined,
  pending: { tone: 'wait', word: 'Distilling', title: 'Findings are being taken out of it' },
  failed: {
    tone: 'error',
    word: 'Not distilled',
    title: 'The findings could not be taken out; see Health',
  },
} as const

const Distilled = ({ state }: { state: Session['distilled'] }) => {
  const says = DISTILLED[state]
  return says ? (
    <Badge tone={says.tone} title={says.title}>
      {says.word}
    </Badge>
  ) : null
}
