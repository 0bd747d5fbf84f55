'use client'

import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SharePreview } from '@teamlore/shared/share'
import { Dialog } from '../../components/ui/dialog.tsx'
import { errorWords } from '../../components/ui/error-words.tsx'
import { ScrollBox } from '../../components/ui/scroll-box.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine, shorten } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { afterwardsOf, amountOf, oneOf, readersOf, sentenceOf, titleOf } from './share-words.ts'
import './share-dialog.css'

/** What becomes visible, or private again, before it does. */
export const ShareDialog = ({ sessionId, onClose }: { sessionId: string; onClose: () => void }) => {
  const api = useApi()
  const preview = useQuery({
    queryKey: queryKeys.sharePreview(sessionId),
    queryFn: ({ signal }) => api.sessions.sharePreview(sessionId, { signal }),
    // What was true when somebody last looked is nothing to decide by.
    gcTime: 0,
    staleTime: 0,
  })
  const { data } = preview
  return (
    <Dialog
      title={data === undefined ? 'Who reads this session' : titleOf(data)}
      opened
      onClose={onClose}
      buttons={
        data?.refused === null ? (
          <ChangeButtons preview={data} onClose={onClose} />
        ) : (
          <Button size="xs" variant="default" onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      {preview.isPending && (
        <Loading label="What goes along">
          <SkeletonLines rows={3} />
        </Loading>
      )}
      {preview.isError && <ErrorState title="The preview cannot be shown" error={preview.error} />}
      {data !== undefined && <PreviewBody preview={data} />}
    </Dialog>
  )
}

const ChangeButtons = ({ preview, onClose }: { preview: SharePreview; onClose: () => void }) => {
  const api = useApi()
  const queryClient = useQueryClient()
  const { id } = preview.session
  const isSharing = preview.becomes === 'team'
  const change = useMutation({
    mutationFn: () => (isSharing ? api.sessions.share(id) : api.sessions.unshare(id)),
    onSuccess: async (changed) => {
      onClose()
      notifications.show({
        message: isSharing ? `It is read by ${readersOf(changed)} now.` : 'It is private to you.',
      })
      // Lists, counts and findings may each show more or less of it.
      await queryClient.invalidateQueries()
    },
    onError: (error) =>
      notifications.show({
        color: 'red',
        title: isSharing ? 'Not shared' : 'It stays with the team',
        message: errorWords(error),
      }),
  })
  return (
    <>
      <Button size="xs" variant="default" onClick={onClose}>
        Leave it as it is
      </Button>
      <Button size="xs" loading={change.isPending} onClick={() => change.mutate()}>
        {isSharing ? 'Share it' : 'Make it private'}
      </Button>
    </>
  )
}

const PreviewBody = ({ preview }: { preview: SharePreview }) => {
  const { counts, titles, refused } = preview
  const afterwards = afterwardsOf(preview)
  return (
    <>
      <p>{sentenceOf(preview)}</p>
      {refused === null && (
        <>
          <ul className="share-amounts">
            {counts.map((amount) => (
              <li key={amount.kind}>{amountOf(amount)}</li>
            ))}
          </ul>
          {titles.length > 0 && (
            <ScrollBox label="What goes along" className="share-titles">
              <ul>
                {titles.map(({ kind, id, title }) => (
                  <li key={id}>
                    <span className="share-kind">{oneOf(kind)}</span>
                    <span className="tl-foreign">
                      {shorten(plainLine(title), 160) || 'without a title'}
                    </span>
                  </li>
                ))}
              </ul>
            </ScrollBox>
          )}
        </>
      )}
      {afterwards !== undefined && <p className="share-afterwards">{afterwards}</p>}
    </>
  )
}
