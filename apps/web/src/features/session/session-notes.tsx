'use client'

import { Button, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SessionDetail } from '@teamlore/shared'
import { mayDo } from '@teamlore/shared/roles'
import type { SessionNote, SessionNoteKind } from '@teamlore/shared/session-notes'
import Link from 'next/link'
import { useState } from 'react'
import { errorWords } from '../../components/ui/error-words.tsx'
import { TimeAgo } from '../../components/ui/time-ago.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { useMe } from '../account/index.ts'
import './session-notes.css'

const WORDS = { tag: 'Tag', annotation: 'Annotation', summary: 'Summary' } as const

/** Adds notes, removes and restores them; the page shows what the server has afterwards. */
const useNotes = (session: SessionDetail) => {
  const api = useApi()
  const queryClient = useQueryClient()
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.session(session.id) }),
      queryClient.invalidateQueries({ queryKey: queryKeys.sessions() }),
    ])
  const fail = (title: string) => (error: Error) =>
    notifications.show({ color: 'red', title, message: errorWords(error) })
  const add = useMutation({
    mutationFn: (note: { kind: SessionNoteKind; text: string }) =>
      api.sessionNotes.create(session.id, note),
    onSuccess: refresh,
    onError: fail('Not added'),
  })
  const restore = useMutation({
    mutationFn: (id: string) => api.sessionNotes.restore(id),
    onSuccess: refresh,
    onError: fail('Not restored'),
  })
  const remove = useMutation({
    mutationFn: (note: SessionNote) => api.sessionNotes.remove(note.id),
    onSuccess: async (note) => {
      await refresh()
      notifications.show({
        id: note.id,
        title: `${WORDS[note.kind]} removed`,
        message: (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              notifications.hide(note.id)
              restore.mutate(note.id)
            }}
          >
            Undo
          </Button>
        ),
      })
    },
    onError: fail('Not removed'),
  })
  return { add, remove }
}

/** What people say of a session themselves: tags, annotations and summaries. */
export const SessionNotes = ({ session }: { session: SessionDetail }) => {
  const me = useMe().data
  const { add, remove } = useNotes(session)
  const [writes, setWrites] = useState<SessionNoteKind | null>(null)
  const mayWrite = me !== undefined && mayDo(me.role, 'sessions.capture')
  const mayRemove = ({ kind, author }: SessionNote) =>
    mayWrite &&
    (kind === 'tag' ||
      [author.id, session.author.id].includes(me.user.id) ||
      mayDo(me.role, 'people.manage'))
  const of = (wanted: SessionNoteKind) => session.notes.filter(({ kind }) => kind === wanted)
  const words = [...of('summary'), ...of('annotation')]
  if (!mayWrite && session.notes.length === 0) return null
  return (
    <section className="session-notes" aria-label="Notes of people">
      <p className="session-notes-tags">
        {of('tag').map((note) => (
          <span key={note.id} className="session-notes-tag">
            <Link
              href={`/sessions?${new URLSearchParams({ tag: note.text })}`}
              className="tl-foreign"
            >
              #{note.text}
            </Link>
            {mayRemove(note) && (
              <RemoveButton
                label={`Remove the tag ${note.text}`}
                onClick={() => remove.mutate(note)}
              />
            )}
          </span>
        ))}
        {mayWrite &&
          writes === null &&
          (['tag', 'annotation', 'summary'] as const).map((kind) => (
            <Button key={kind} size="compact-xs" variant="default" onClick={() => setWrites(kind)}>
              {`Add ${kind === 'tag' ? 'a tag' : kind === 'annotation' ? 'an annotation' : 'your summary'}`}
            </Button>
          ))}
      </p>
      {writes !== null && (
        <NoteForm
          kind={writes}
          isSaving={add.isPending}
          onClose={() => setWrites(null)}
          onSave={(text) =>
            add.mutate({ kind: writes, text }, { onSuccess: () => setWrites(null) })
          }
        />
      )}
      {words.map((note) => (
        <article key={note.id} id={note.id} className="session-notes-words">
          <p className="tl-foreign" dir="auto">
            {note.text}
          </p>
          <footer>
            <span>
              {WORDS[note.kind]} by{' '}
              <span className="tl-foreign">{plainLine(note.author.name)}</span>,{' '}
              <TimeAgo at={note.created_at} />
            </span>
            {mayRemove(note) && (
              <RemoveButton
                label={`Remove this ${note.kind}`}
                onClick={() => remove.mutate(note)}
              />
            )}
          </footer>
        </article>
      ))}
    </section>
  )
}

const RemoveButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button type="button" className="session-notes-remove" aria-label={label} onClick={onClick}>
    <IconX size={12} aria-hidden />
  </button>
)

type FormProps = {
  kind: SessionNoteKind
  isSaving: boolean
  onSave: (text: string) => void
  onClose: () => void
}

const NoteForm = ({ kind, isSaving, onSave, onClose }: FormProps) => {
  const [text, setText] = useState('')
  const common = {
    label: WORDS[kind],
    value: text,
    autoFocus: true,
    maxLength: kind === 'tag' ? 50 : 20_000,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setText(currentTarget.value),
  }
  return (
    <form
      className="session-notes-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') onSave(text)
      }}
    >
      {kind === 'tag' ? (
        <TextInput size="xs" placeholder="perf, release-2.1" {...common} />
      ) : (
        <Textarea size="xs" autosize minRows={2} maxRows={10} {...common} />
      )}
      <p>
        <Button size="xs" type="submit" loading={isSaving} disabled={text.trim() === ''}>
          Add
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
      </p>
    </form>
  )
}
