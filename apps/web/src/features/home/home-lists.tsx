'use client'

import type { HomeMemory, HomeSession } from '@teamlore/shared/home'
import { ownTitle } from '@teamlore/shared/own-title'
import Link from 'next/link'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { toolName } from '../../lib/format/tool-name.ts'

const projectOf = ({ project }: Pick<HomeMemory, 'project'>) =>
  project === null ? 'no project' : plainLine(project.name)

/** Memories in short: what they are about, and what they say. */
export const MemoryItems = ({ memories }: { memories: readonly HomeMemory[] }) => (
  <ul className="home-list">
    {memories.map((memory) => (
      <li key={memory.id}>
        <Link href={`/memories/${memory.id}`} className="tl-foreign" dir="auto">
          {plainLine(ownTitle(memory.topic, memory.statement) || memory.statement)}
        </Link>
        {ownTitle(memory.topic, memory.statement) !== '' && (
          <p className="home-said tl-foreign" dir="auto">
            {plainLine(memory.statement)}
          </p>
        )}
        <p className="home-facts">
          {memory.kind} · {memory.status} · {projectOf(memory)}
        </p>
      </li>
    ))}
  </ul>
)

export const SessionItems = ({ sessions }: { sessions: readonly HomeSession[] }) => (
  <ul className="home-list">
    {sessions.map((session) => (
      <li key={session.id}>
        <Link href={`/sessions/${session.id}`} className="tl-foreign" dir="auto">
          {plainLine(session.title)}
        </Link>
        <p className="home-facts">
          {plainLine(session.person)} · {toolName(session.tool)} · {projectOf(session)} ·{' '}
          <TimeAgo at={session.at} />
        </p>
      </li>
    ))}
  </ul>
)
