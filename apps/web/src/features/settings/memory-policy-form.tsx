'use client'

import { Button, Checkbox, Radio, Stack } from '@mantine/core'
import type { MemoryPolicyAnswer, MemoryPolicyRequest } from '@teamlore/shared/memory-review'
import { useState } from 'react'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
import { NumberField } from '../../components/ui/number-field.tsx'
import { isInRange } from '../../components/ui/number-range.ts'
import { useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import {
  isOpenOrigin,
  OPEN_ORIGINS,
  type OpenOrigin,
  ORIGIN_NAMES,
} from './memory-policy-sentence.ts'

type Mode = MemoryPolicyAnswer['mode']

/** Only who may set the policy sees this; nothing holds before it is saved. */
const PERCENT = { min: 0, max: 100 }

export const MemoryPolicyForm = ({
  project,
  policy,
}: {
  project: string
  policy: MemoryPolicyAnswer
}) => {
  const api = useApi()
  const [mode, setMode] = useState<Mode>(policy.mode)
  const [percent, setPercent] = useState<string | number>(Math.round(policy.threshold * 100))
  const [serves, setServes] = useState(policy.serves_unreviewed)
  const [origins, setOrigins] = useState<OpenOrigin[]>(policy.origins.filter(isOpenOrigin))
  const change = useChange((set: MemoryPolicyRequest) => api.memories.setPolicy(set), {
    of: queryKeys.memoryPolicy(),
    failed: 'Not saved',
  })
  const removal = useChange(() => api.memories.removePolicy(project === '' ? {} : { project }), {
    of: queryKeys.memoryPolicy(),
    failed: 'Not removed',
  })
  return (
    <form
      className="policy-form"
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({
          ...(project === '' ? {} : { project }),
          mode,
          threshold: percent === '' ? policy.threshold : Number(percent) / 100,
          origins,
          serves_unreviewed: serves,
        })
      }}
    >
      <Radio.Group
        label="Memories become active"
        value={mode}
        onChange={(value) => setMode(value as Mode)}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="manual" label="when a person approves them, always" />
          <Radio value="confidence" label="by themselves, from a confidence on" />
          <Radio value="origin" label="by themselves, by whose words they are" />
        </Stack>
      </Radio.Group>
      {mode === 'confidence' && <Confidence value={percent} onChange={setPercent} />}
      {mode === 'origin' && (
        <Checkbox.Group
          label="In the words of"
          value={origins}
          onChange={(values) => setOrigins(values.filter(isOpenOrigin))}
        >
          <Stack gap="xs" mt="xs">
            {OPEN_ORIGINS.map((origin) => (
              <Checkbox key={origin} value={origin} label={ORIGIN_NAMES[origin]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Checkbox
        label="Serve what passed the checks before somebody reviewed it"
        description="Marked as unreviewed and below the rest. Another person or session that says the same makes it active; a contradiction, a correction or 60 days without that withdraw it."
        checked={serves}
        onChange={(event) => setServes(event.currentTarget.checked)}
      />
      <div className="policy-buttons">
        <Button
          type="submit"
          variant="default"
          loading={change.isPending}
          disabled={mode === 'confidence' && !isInRange(percent, PERCENT)}
        >
          {project === '' ? 'Save for the team' : 'Save for the project'}
        </Button>
        {policy.is_own && (
          <ConfirmButton
            size="sm"
            question={project === '' ? 'Forget what the team said' : 'Go by the team again'}
            isPending={removal.isPending}
            onConfirm={() => removal.mutate()}
          >
            {project === '' ? 'Remove what the team said' : 'Remove the policy of the project'}
          </ConfirmButton>
        )}
      </div>
    </form>
  )
}

const Confidence = ({
  value,
  onChange,
}: {
  value: string | number
  onChange: (value: string | number) => void
}) => (
  <NumberField
    label="Confidence, in percent"
    description="A person’s word begins at 70, an agent’s at 50; others who say the same raise it."
    min={PERCENT.min}
    max={PERCENT.max}
    step={5}
    allowDecimal={false}
    value={value}
    onChange={onChange}
  />
)
