'use client'

import { Button, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ForgetPreview } from '@teamlore/shared/forgetting'
import { forgottenAmount } from '@teamlore/shared/forgotten-amount'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../components/ui/dialog.tsx'
import { errorWords } from '../../components/ui/error-words.tsx'
import { ScrollBox } from '../../components/ui/scroll-box.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { delayOf, lossOf } from './forget-words.ts'
import './forget-dialog.css'

/** `name`: what has to be typed before a person is erased. */
export type Forgettable =
  | { kind: 'session' | 'message' | 'memory'; id: string }
  | { kind: 'person'; id: string; name: string }

const useForgetting = ({ kind, id }: Forgettable, typed: string) => {
  const { forgetting } = useApi()
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
  const isErasing = thing.kind === 'person'
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
      title={isErasing ? `Erase ${plainLine(thing.name)}?` : `Forget this ${thing.kind}?`}
      opened
      onClose={onClose}
      buttons={
        <>
          <Button size="xs" variant="default" onClick={onClose}>
            Leave it as it is
          </Button>
          {shown.data !== undefined && !shown.data.is_held && (
            <Button
              size="xs"
              color="red"
              loading={change.isPending}
              disabled={isErasing && typed.trim() !== thing.name.trim()}
              onClick={() => change.mutate()}
            >
              {isErasing ? 'Erase this person' : 'Forget it'}
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
        <PreviewBody preview={shown.data}>
          {isErasing && (
            <>
              <p>Their access ends at once, whatever the delay.</p>
              <TextInput
                label={`Type ${plainLine(thing.name)} to erase them`}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            </>
          )}
        </PreviewBody>
      )}
    </Dialog>
  )
}

const PreviewBody = ({ preview, children }: { preview: ForgetPreview; children?: ReactNode }) => {
  const loss = lossOf(preview.loses_evidence)
  return (
    <>
      <p>
        {preview.is_held
          ? 'A legal hold keeps some of this. It is refused until an admin lifts that under Settings → Deletions.'
          : delayOf(preview.delay_hours)}
      </p>
      <ul className="forget-amounts">
        {preview.goes.map((amount) => (
          <li key={amount.kind}>{forgottenAmount(amount)}</li>
        ))}
      </ul>
      {preview.titles.length > 0 && (
        <ScrollBox label="What goes" className="forget-titles">
          <ul>
            {preview.titles.map(({ id, title }) => (
              <li key={id} className="tl-foreign">
                {shorten(plainLine(title), 160) || 'without a title'}
              </li>
            ))}
          </ul>
        </ScrollBox>
      )}
      {loss !== undefined && <p>{loss}</p>}
      <p className="forget-stays">What stays:</p>
      <ul className="forget-stays">
        {preview.stays.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {children}
    </>
  )
}
