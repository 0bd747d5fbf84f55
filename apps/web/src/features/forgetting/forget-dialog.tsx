'use client'

import { Button, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../components/ui/dialog.tsx'
import { errorWords } from '../../components/ui/error-words.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { ForgetPreviewBody } from './forget-preview-body.tsx'
import { type Forgettable, mayGo, wordsFor } from './forget-thing.ts'
import './forget-dialog.css'

const useForgetting = (thing: Forgettable, typed: string) => {
  const { forgetting } = useApi()
  if (thing.kind === 'several') {
    const { asked } = thing
    return {
      preview: (signal: AbortSignal) => forgetting.previewMany(asked, { signal }),
      forget: () => forgetting.many(typed === '' ? asked : { ...asked, confirm: typed.trim() }),
    }
  }
  const { kind, id } = thing
  const ways = {
    session: { preview: forgetting.previewSession, forget: forgetting.session },
    message: { preview: forgetting.previewMessage, forget: forgetting.message },
    memory: { preview: forgetting.previewMemory, forget: forgetting.memory },
    person: {
      preview: forgetting.previewPerson,
      forget: (person: string) => forgetting.person(person, { confirm: typed }),
    },
  }[kind]
  return {
    preview: (signal: AbortSignal) => ways.preview(id, { signal }),
    forget: () => ways.forget(id),
  }
}

/** All that goes, and what stays, before it does. */
export const ForgetDialog = ({
  thing,
  onClose,
  onForgotten,
}: {
  thing: Forgettable
  onClose: () => void
  onForgotten: () => void
}) => {
  const [typed, setTyped] = useState('')
  const { preview, forget } = useForgetting(thing, typed)
  const { title, button, typing, note } = wordsFor(thing)
  const queryClient = useQueryClient()
  const shown = useQuery({
    queryKey: queryKeys.forgetPreview(thing.id),
    queryFn: ({ signal }) => preview(signal),
    // What was true when somebody last looked is nothing to decide by.
    gcTime: 0,
    staleTime: 0,
  })
  const change = useMutation({
    mutationFn: forget,
    onSuccess: async () => {
      onClose()
      onForgotten()
      notifications.show({
        message: 'It is forgotten. Settings → Deletions says until when it can be undone.',
      })
      await queryClient.invalidateQueries()
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: 'Not forgotten', message: errorWords(error) }),
  })
  return (
    <Dialog
      title={title}
      opened
      onClose={onClose}
      buttons={
        <>
          <Button size="xs" variant="default" onClick={onClose}>
            Leave it as it is
          </Button>
          {shown.data !== undefined && mayGo(thing, shown.data) && (
            <Button
              size="xs"
              color="red.9"
              loading={change.isPending}
              disabled={typing !== undefined && typed.trim() !== typing.name.trim()}
              onClick={() => change.mutate()}
            >
              {button}
            </Button>
          )}
        </>
      }
    >
      {shown.isPending && (
        <Loading label="What goes">
          <SkeletonLines rows={3} />
        </Loading>
      )}
      {shown.isError && <ErrorState title="The preview cannot be shown" error={shown.error} />}
      {shown.data !== undefined && (
        <ForgetPreviewBody preview={shown.data}>
          {note !== undefined && <p>{note}</p>}
          {typing !== undefined && mayGo(thing, shown.data) && (
            <TextInput
              label={typing.label}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </ForgetPreviewBody>
      )}
    </Dialog>
  )
}
