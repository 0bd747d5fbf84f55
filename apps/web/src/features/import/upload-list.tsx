'use client'

import { Button, Progress } from '@mantine/core'
import type { ImportTranscriptResponse } from '@teamlore/shared'
import Link from 'next/link'
import { Badge } from '../../components/ui/badge.tsx'
import { byteSize } from '../../lib/format/number.ts'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { toolName } from '../../lib/format/tool-name.ts'
import { lossesOf, outcomeOf, skippedOf } from './sentences.ts'
import './upload-list.css'
import type { Upload, UploadState } from './upload-queue.ts'

/** What was handed in, the last first, with what became of it. */
export const UploadList = ({
  uploads,
  onCancel,
  onRetry,
}: {
  uploads: readonly Upload[]
  onCancel: (id: number) => void
  onRetry: (id: number) => void
}) => (
  <ul className="upload-list" aria-label="Files">
    {uploads.toReversed().map((upload) => (
      <li key={upload.id} className="upload" data-phase={upload.state.phase}>
        <div className="upload-head">
          <span className="upload-name tl-foreign">{shorten(plainLine(upload.name), 120)}</span>
          {upload.bytes > 0 && <span className="upload-size">{byteSize(upload.bytes)}</span>}
          <Act upload={upload} onCancel={onCancel} onRetry={onRetry} />
        </div>
        <Outcome name={upload.name} state={upload.state} />
      </li>
    ))}
  </ul>
)

const Act = ({
  upload: { id, name, bytes, state },
  onCancel,
  onRetry,
}: {
  upload: Upload
  onCancel: (id: number) => void
  onRetry: (id: number) => void
}) => {
  if (state.phase === 'done') return null
  const isOver = state.phase === 'failed' || state.phase === 'cancelled'
  if (isOver && bytes === 0) return null
  const word = isOver ? 'Try again' : 'Cancel'
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`${word}: ${plainLine(name)}`}
      onClick={() => (isOver ? onRetry(id) : onCancel(id))}
    >
      {word}
    </Button>
  )
}

const Outcome = ({ name, state }: { name: string; state: UploadState }) => {
  switch (state.phase) {
    case 'waiting':
      return <p className="upload-note">Waits for the files before it.</p>
    case 'sending':
      return (
        <Progress
          value={state.share * 100}
          size="sm"
          aria-label={`${plainLine(name)} is being sent`}
        />
      )
    case 'reading':
      return <p role="status">All of it is there. It is being read …</p>
    case 'cancelled':
      return <p className="upload-note">Cancelled. What was stored by then stays.</p>
    case 'failed':
      return (
        <p className="upload-failure" role="alert">
          {state.message}
        </p>
      )
    case 'done':
      return <Result result={state.result} />
  }
}

/** Of a store of hundreds of sessions the first ones will do; all of them stand in the list of sessions. */
const MAX_SHOWN = 20

const Result = ({ result }: { result: ImportTranscriptResponse }) => (
  <div role="status">
    <ul className="upload-sessions">
      {result.sessions.slice(0, MAX_SHOWN).map((session) => (
        <li key={session.session_id}>
          {session.visibility === null ? (
            'A session'
          ) : (
            <Link href={`/sessions/${session.session_id}`} className="tl-foreign" prefetch={false}>
              {shorten(plainLine(session.title ?? ''), 160) || 'Untitled session'}
            </Link>
          )}{' '}
          <span className="upload-tool">{toolName(session.tool)}</span>{' '}
          {session.visibility === 'private' && <Badge>Private</Badge>}
          <p>{[outcomeOf(session), lossesOf(session)].join(' ').trim()}</p>
        </li>
      ))}
    </ul>
    {result.sessions.length > MAX_SHOWN && (
      <p>
        And {result.sessions.length - MAX_SHOWN} more; <Link href="/sessions">Sessions</Link> lists
        them all.
      </p>
    )}
    {skippedOf(result) && <p className="upload-note">{skippedOf(result)}</p>}
  </div>
)
