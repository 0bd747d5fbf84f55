'use client'

import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { plural } from '@teamlore/shared/plural'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
import { errorWords } from '../../components/ui/error-words.tsx'
import { useApi } from '../../lib/api.tsx'

/** Drafts from before move only when an admin says so; what was moved last can be taken back. */
export const MoveUnreviewed = ({ project, serves }: { project: string; serves: boolean }) => {
  const api = useApi()
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries()
  const to = serves ? 'unreviewed' : 'draft'
  const move = useMutation({
    mutationFn: () =>
      api.memories.moveUnreviewed({ to, limit: 200, ...(project === '' ? {} : { project }) }),
    onSuccess,
  })
  const undo = useMutation({
    mutationFn: (action: string) => api.memories.undo({ action }),
    onSuccess: () => {
      move.reset()
      return onSuccess()
    },
  })
  const error = move.error ?? undo.error
  return (
    <section aria-label="Drafts and what is unreviewed">
      <ConfirmButton
        question={serves ? 'Serve these drafts' : 'Make drafts of them'}
        isPending={move.isPending}
        onConfirm={() => move.mutate()}
      >
        {serves ? 'Let drafts be served unreviewed' : 'Make drafts of what is unreviewed'}
      </ConfirmButton>
      <p className="settings-note">
        {serves
          ? 'Drafts that pass the checks become unreviewed, 200 at a time. Those of tools, of the web and of private sessions stay.'
          : 'What is served unreviewed waits in the review queue again, 200 at a time.'}
      </p>
      {move.data && (
        <p className="settings-note" role="status">
          {plural(move.data.changed, 'memory', 'memories')} moved, {move.data.left} left.{' '}
          {move.data.action !== null && (
            <Button
              size="xs"
              variant="default"
              loading={undo.isPending}
              onClick={() => undo.mutate(move.data.action ?? '')}
            >
              Undo
            </Button>
          )}
        </p>
      )}
      {error !== null && <p role="alert">{errorWords(error)}</p>}
    </section>
  )
}
