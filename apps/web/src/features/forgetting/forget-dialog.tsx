'use client'

import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ForgetPreview } from '@teamlore/shared/forgetting'
import { forgottenAmount } from '@teamlore/shared/forgotten-amount'
import { Dialog } from '../../components/ui/dialog.tsx'
import { ScrollBox } from '../../components/ui/scroll-box.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { messageOf, useApi } from '../../lib/api.tsx'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { delayOf, lossOf } from './forget-words.ts'
import './forget-dialog.css'

export type Forgettable = { kind: 'session' | 'message' | 'memory'; id: string }

const useForgetting = ({ kind, id }: Forgettable) => {
  const { forgetting } = useApi()
  const ways = {
    session: { preview: forgetting.previewSession, forget: forgetting.session },
    message: { preview: forgetting.previewMessage, forget: forgetting.message },
    memory: { preview: forgetting.previewMemory, forget: forgetting.memory },
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
  const { preview, forget } = useForgetting(thing)
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
      notifications.show({ color: 'red', title: 'Not forgotten', message: messageOf(error) }),
  })
  return (
    <Dialog
      title={`Forget this ${thing.kind}?`}
      opened
      onClose={onClose}
      buttons={
        <>
          <Button size="xs" variant="default" onClick={onClose}>
            Leave it as it is
          </Button>
          {shown.data !== undefined && (
            <Button
              size="xs"
              color="red"
              loading={change.isPending}
              onClick={() => change.mutate()}
            >
              Forget it
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
      {shown.data !== undefined && <PreviewBody preview={shown.data} />}
    </Dialog>
  )
}

const PreviewBody = ({ preview }: { preview: ForgetPreview }) => {
  const loss = lossOf(preview.loses_evidence)
  return (
    <>
      <p>{delayOf(preview.delay_hours)}</p>
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
    </>
  )
}
