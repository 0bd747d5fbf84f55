'use client'

import { Button, Checkbox, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  RETENTION_LIMITS,
  type RetentionPolicy,
  type SetRetention,
} from '@teamlore/shared/retention'
import { useState } from 'react'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
import { SkeletonLines } from '../../components/ui/skeleton-lines.tsx'
import { ErrorState, Loading } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.tsx'
import { fullMoment } from '../../lib/format/time.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { EVERYTHING, useChange } from '../settings/index.ts'
import { previewSentences } from './retention-words.ts'

const MEGABYTE = 1_000_000
const { days: DAYS, maxBytes: BYTES } = RETENTION_LIMITS
const OFF: SetRetention = { days: null, max_bytes: null, keeps_prompts: true }

type Typed = { days: number | string; megabytes: number | string; keeps_prompts: boolean }

const typedOf = (policy: RetentionPolicy | null): Typed => ({
  days: policy === null ? DAYS.suggested : (policy.days ?? ''),
  megabytes:
    policy === null
      ? BYTES.suggested / MEGABYTE
      : policy.max_bytes === null
        ? ''
        : policy.max_bytes / MEGABYTE,
  keeps_prompts: policy?.keeps_prompts ?? true,
})

const wantedOf = ({ days, megabytes, keeps_prompts }: Typed): SetRetention => ({
  days: days === '' ? null : Number(days),
  max_bytes: megabytes === '' ? null : Math.round(Number(megabytes) * MEGABYTE),
  keeps_prompts,
})

/** How long a project keeps the text of its messages. What a policy would do is shown before it can be set. */
export const RetentionForm = ({
  project,
  policy,
}: {
  project: string
  policy: RetentionPolicy | null
}) => {
  const [typed, setTyped] = useState<Typed>(typedOf(policy))
  const [shown, setShown] = useState<SetRetention>()
  const wanted = wantedOf(typed)
  const isNothing = wanted.days === null && wanted.max_bytes === null
  const isShown = shown !== undefined && JSON.stringify(shown) === JSON.stringify(wanted)
  const change = (more: Partial<Typed>) => setTyped((before) => ({ ...before, ...more }))
  return (
    <div className="retention-form">
      <NumberInput
        label="Days after the last activity of a session"
        description="Empty: however old it is."
        min={DAYS.least}
        max={DAYS.most}
        allowDecimal={false}
        value={typed.days}
        onChange={(days) => change({ days })}
      />
      <NumberInput
        label="Megabytes of messages that the project keeps"
        description="The newest sessions stay. Empty: as many as there are."
        min={BYTES.least / MEGABYTE}
        max={BYTES.most / MEGABYTE}
        allowDecimal={false}
        thousandSeparator=","
        value={typed.megabytes}
        onChange={(megabytes) => change({ megabytes })}
      />
      <Checkbox
        label="Keep what people typed"
        description="Pages, blame and lore why quote it. What memories, findings and summaries rest on stays in any case."
        checked={typed.keeps_prompts}
        onChange={(event) => change({ keeps_prompts: event.currentTarget.checked })}
      />
      <div className="settings-buttons">
        <Button
          size="xs"
          variant="default"
          disabled={isNothing || isShown}
          onClick={() => setShown(wanted)}
        >
          Show what would go
        </Button>
        {policy !== null && <TurnOff project={project} />}
      </div>
      {isShown && <Preview key={JSON.stringify(shown)} project={project} wanted={shown} />}
    </div>
  )
}

const TurnOff = ({ project }: { project: string }) => {
  const api = useApi()
  const off = useChange(() => api.retention.set(project, OFF), {
    of: EVERYTHING,
    failed: 'Not turned off',
  })
  return (
    <Button size="xs" variant="default" loading={off.isPending} onClick={() => off.mutate()}>
      Keep everything
    </Button>
  )
}

const Preview = ({ project, wanted }: { project: string; wanted: SetRetention }) => {
  const api = useApi()
  const { days, max_bytes, keeps_prompts } = wanted
  const preview = useQuery({
    queryKey: queryKeys.retentionPreview(project, wanted),
    queryFn: ({ signal }) =>
      api.retention.preview(
        project,
        {
          ...(days !== null && { days }),
          ...(max_bytes !== null && { max_bytes }),
          keeps_prompts,
        },
        { signal },
      ),
  })
  const save = useChange(() => api.retention.set(project, wanted), {
    of: EVERYTHING,
    failed: 'Not set',
  })
  if (preview.isError)
    return (
      <ErrorState
        title="It could not be found out"
        error={preview.error}
        retry={() => void preview.refetch()}
      />
    )
  if (preview.data === undefined)
    return (
      <Loading label="Looking for what would go">
        <SkeletonLines rows={3} />
      </Loading>
    )
  return (
    <div className="retention-preview" role="status">
      {previewSentences(preview.data).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p className="settings-note">
        Nothing goes before {fullMoment(preview.data.effective_at)}. What has gone cannot be brought
        back.
      </p>
      <ConfirmButton
        question="Yes, let it go"
        isPending={save.isPending}
        onConfirm={() => save.mutate()}
      >
        Set it
      </ConfirmButton>
    </div>
  )
}
