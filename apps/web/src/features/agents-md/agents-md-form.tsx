'use client'

import { Button, Checkbox, Stack } from '@mantine/core'
import {
  AGENTS_MD_LIMITS,
  type AgentsMdPolicy,
  type SetAgentsMdPolicy,
} from '@teamlore/shared/agents-md'
import type { MemoryKind } from '@teamlore/shared/memories'
import { useState } from 'react'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
import { NumberField } from '../../components/ui/number-field.tsx'
import { isInRange } from '../../components/ui/number-range.ts'
import { useApi } from '../../lib/api.tsx'
import { queryKeys } from '../../lib/query-keys.ts'
import { useChange } from '../settings/index.ts'

const KINDS: Record<MemoryKind, string> = {
  decision: 'Decisions',
  invariant: 'What must stay so',
  gotcha: 'Gotchas',
  convention: 'Conventions',
  graveyard: 'What was tried and given up',
}
const isKind = (value: string): value is MemoryKind => value in KINDS

const PERCENT = { min: 0, max: 100 }
const TOKENS = { min: AGENTS_MD_LIMITS.minTokens, max: AGENTS_MD_LIMITS.maxTokens }

type Props = { project: string; policy: AgentsMdPolicy; mayEdit: boolean }

/** Nothing holds before it is saved; who may not set it reads it. */
export const AgentsMdForm = ({ project, policy, mayEdit }: Props) => {
  const api = useApi()
  const [kinds, setKinds] = useState<MemoryKind[]>(policy.kinds)
  const [percent, setPercent] = useState<string | number>(Math.round(policy.min_confidence * 100))
  const [tokens, setTokens] = useState<string | number>(policy.max_tokens)
  const change = useChange((set: SetAgentsMdPolicy) => api.agentsMd.setPolicy(project, set), {
    of: queryKeys.agentsMd(project),
    failed: 'Not saved',
  })
  const isComplete =
    kinds.length > 0 &&
    percent !== '' &&
    tokens !== '' &&
    isInRange(percent, PERCENT) &&
    isInRange(tokens, TOKENS)
  return (
    <form
      className="agents-md-form"
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({
          kinds,
          min_confidence: Number(percent) / 100,
          max_tokens: Number(tokens),
        })
      }}
    >
      <Checkbox.Group
        label="Kinds of memories"
        value={kinds}
        error={kinds.length === 0 ? 'Choose one at least.' : undefined}
        onChange={(values) => setKinds(values.filter(isKind))}
      >
        <Stack gap="xs" mt="xs">
          {Object.entries(KINDS).map(([kind, label]) => (
            <Checkbox key={kind} value={kind} label={label} disabled={!mayEdit} />
          ))}
        </Stack>
      </Checkbox.Group>
      <NumberField
        label="From a confidence on, in percent"
        description="As it was before time without confirmation lowered it."
        min={PERCENT.min}
        max={PERCENT.max}
        step={5}
        allowDecimal={false}
        value={percent}
        onChange={setPercent}
        disabled={!mayEdit}
      />
      <NumberField
        label="Up to so many tokens"
        description="Whole entries, the surest first."
        min={TOKENS.min}
        max={TOKENS.max}
        step={100}
        allowDecimal={false}
        value={tokens}
        onChange={setTokens}
        disabled={!mayEdit}
      />
      {mayEdit ? (
        <div className="agents-md-buttons">
          <Button type="submit" variant="default" loading={change.isPending} disabled={!isComplete}>
            Save for the project
          </Button>
          {policy.is_own && <RemovePolicy project={project} />}
        </div>
      ) : (
        <p className="settings-note">Admins of the team set it.</p>
      )}
    </form>
  )
}

const RemovePolicy = ({ project }: { project: string }) => {
  const api = useApi()
  const removal = useChange(() => api.agentsMd.removePolicy(project), {
    of: queryKeys.agentsMd(project),
    failed: 'Not removed',
  })
  return (
    <ConfirmButton
      size="sm"
      question="Forget what was set"
      isPending={removal.isPending}
      onConfirm={() => removal.mutate()}
    >
      Remove what was set
    </ConfirmButton>
  )
}
