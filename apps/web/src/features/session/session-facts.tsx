'use client'

import type { SessionDetail } from '@teamlore/shared'
import { type ReactNode, useState } from 'react'
import { CopyButton } from '../../components/ui/copy-button.tsx'
import { compactNumber, count, wholeNumber } from '../../lib/format/number.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { clockTime, duration, shortDate } from '../../lib/format/time.ts'
import './session-facts.css'

/** Who, when, on which branch and at what cost; the rest on demand. */
export const SessionFacts = ({ session }: { session: SessionDetail }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className="session-facts">
        <dl>
          <Fact name="Author">{plainLine(session.author.name)}</Fact>
          <Fact name="When">{spanOf(session)}</Fact>
          {session.git_branch && (
            <Fact name="Branch">
              <span className="tl-mono">{plainLine(session.git_branch)}</span>
              <CopyButton text={session.git_branch} label="Copy the branch" />
            </Fact>
          )}
          <Fact name="Model">{session.models.map(plainLine).join(', ') || 'not recorded'}</Fact>
          <Fact name="Tokens">{tokensOf(session)}</Fact>
        </dl>
        <button
          type="button"
          className="session-facts-more"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Less' : 'More'}
        </button>
      </div>
      {isOpen && <MoreFacts session={session} />}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="session-fact">
    <dt>{name}</dt>
    <dd className="tl-foreign">{children}</dd>
  </div>
)

const MoreFacts = ({ session }: { session: SessionDetail }) => {
  const { usage, source } = session
  return (
    <dl className="session-more-facts">
      <Fact name="Input tokens">{wholeNumber(usage.input_tokens)}</Fact>
      <Fact name="Output tokens">{wholeNumber(usage.output_tokens)}</Fact>
      <Fact name="Written to cache">{wholeNumber(usage.cache_creation_tokens)}</Fact>
      <Fact name="Read from cache">{wholeNumber(usage.cache_read_tokens)}</Fact>
      <Fact name="Folder">{session.cwd ? plainLine(session.cwd) : 'not recorded'}</Fact>
      <Fact name="Commit at start">{session.git_head?.slice(0, 12) ?? 'not recorded'}</Fact>
      <Fact name="Machine">{plainLine(session.machine.name)}</Fact>
      <Fact name="Tool version">{plainLine(session.tool_version ?? 'not recorded')}</Fact>
      <Fact name="Session file">
        {plainLine(source.path)}, {count(source.lines, 'line')}
        {source.bad_lines > 0 && `, ${count(source.bad_lines, 'unreadable line')} left out`}
        {source.unknown_records > 0 &&
          `, ${count(source.unknown_records, 'record')} of an unknown kind`}
      </Fact>
      <Fact name="Secrets taken out">
        {wholeNumber(source.redactions)}
        {source.server_redactions > 0 &&
          `, ${wholeNumber(source.server_redactions)} more by the server`}
      </Fact>
      <Fact name="Id">
        <span className="tl-mono">{session.id}</span>
        <CopyButton text={session.id} label="Copy the id" />
      </Fact>
    </dl>
  )
}

const spanOf = ({ started_at, ended_at }: SessionDetail): string => {
  if (started_at === null) return 'not recorded'
  const took = ended_at === null ? 0 : Date.parse(ended_at) - Date.parse(started_at)
  const start = `${shortDate(started_at, Date.now())}, ${clockTime(started_at)}`
  return took > 1000 ? `${start}, for ${duration(took)}` : start
}

const tokensOf = ({ usage }: SessionDetail): string => {
  const taken = usage.input_tokens + usage.cache_creation_tokens + usage.cache_read_tokens
  return taken + usage.output_tokens === 0
    ? 'not recorded'
    : `${compactNumber(taken)} in, ${compactNumber(usage.output_tokens)} out`
}
