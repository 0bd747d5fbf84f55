'use client'

import { Button } from '@mantine/core'
import type { SessionDetail } from '@teamlore/shared'
import { useMemo, useState } from 'react'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/ui/states.tsx'
import { isNotThere } from '../../lib/api.tsx'
import { goToHash, useHash } from '../../lib/use-hash.ts'
import { createFoldStore } from './model/fold-store.ts'
import { toTranscript } from './model/rows.ts'
import { TranscriptProvider } from './parts/transcript-context.ts'
import { TranscriptList } from './transcript-list.tsx'
import { useMessages } from './use-messages.ts'

import './transcript.css'
import { type OutlinePrompt, useSessionPrompts } from './use-session-prompts.ts'

const NO_PROMPTS: readonly OutlinePrompt[] = []

/** Everything that was said and done in a session. `#msg_…` in the address leads to that message. */
export const Transcript = ({ session }: { session: SessionDetail }) => {
  const hash = useHash()
  const target = hash.startsWith('msg_') ? hash : undefined
  const [anchor, setAnchor] = useState(target)
  const [folds] = useState(createFoldStore)
  const messages = useMessages(session.id, anchor)
  const prompts = useSessionPrompts(session.id)
  const transcript = useMemo(() => toTranscript(messages.messages), [messages.messages])

  const isElsewhere =
    target !== undefined && messages.isSuccess && !transcript.rowOfMessage.has(target)
  // A place that is not loaded: begin again there instead of paging all the way.
  if (isElsewhere && anchor !== target) setAnchor(target)

  const promptNumbers = useMemo(
    () => new Map(prompts.data?.map(({ id }, at) => [id, at + 1])),
    [prompts.data],
  )
  if (messages.isPending) {
    return (
      <Loading label="Loading the transcript">
        <SkeletonLines rows={6} tall />
      </Loading>
    )
  }
  if (messages.isError && messages.messages.length === 0) {
    return anchor !== undefined && isNotThere(messages.error) ? (
      <EmptyState title="This message is not in this session (any more)">
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            goToHash('')
            setAnchor(undefined)
          }}
        >
          Read from the beginning
        </Button>
      </EmptyState>
    ) : (
      <ErrorState
        title="The transcript could not be loaded"
        error={messages.error}
        retry={() => void messages.refetch()}
      />
    )
  }
  if (transcript.rows.length === 0) {
    return (
      <EmptyState title="Nothing was said in this session">
        <p>The tool wrote a file for it, but no message.</p>
      </EmptyState>
    )
  }
  return (
    <TranscriptProvider
      value={{
        folds,
        authorId: session.author.id,
        authorName: session.author.name,
        folder: session.cwd,
        promptNumbers,
      }}
    >
      <TranscriptList
        key={anchor ?? 'start'}
        transcript={transcript}
        messages={messages}
        prompts={prompts.data ?? NO_PROMPTS}
        target={target}
      />
    </TranscriptProvider>
  )
}
