'use client'

import { Button, Checkbox, NumberInput, Stack } from '@mantine/core'
import type { AgentsMdPolicy, SetAgentsMdPolicy } from '@teamlore/shared/agents-md'
import type { MemoryKind } from '@teamlore/shared/memories'
import { useState } from 'react'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
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
  return (
    <form
      className="agents-md-form"
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({
          kinds,
          ...(typeof percent === 'number' ? { min_confidence: percent / 100 } : {}),
          ...(typeof tokens === 'number' ? { max_tokens: tokens } : {}),
        })
      }}
    >
      <Checkbox.Group
        label="Kinds of memories"
        value={kinds}
        onChange={(values) => setKinds(values.filter(isKind))}
      >
        <Stack gap="xs" mt="xs">
          {Object.entries(KINDS).map(([kind, label]) => (
            <Checkbox key={kind} value={kind} label={label} disabled={!mayEdit} />
          ))}
        </Stack>
      </Checkbox.Group>
      <NumberInput
        label="From a confidence on, in percent"
        description="As it was before time without confirmation lowered it."
        min={0}
        max={100}
        step={5}
        allowDecimal={false}
        value={percent}
        onChange={setPercent}
        disabled={!mayEdit}
      />
      <NumberInput
        label="Up to so many tokens"
        description="Whole entries, the surest first."
        min={100}
        max={8000}
        step={100}
        allowDecimal={false}
        value={tokens}
        onChange={setTokens}
        disabled={!mayEdit}
      />
      {mayEdit ? (
        <div className="agents-md-buttons">
          <Button
            type="submit"
            variant="default"
            loading={change.isPending}
            disabled={kinds.length === 0}
          >
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
      question="Forget what was set"
      isPending={removal.isPending}
      onConfirm={() => removal.mutate()}
    >
      Remove what was set
    </ConfirmButton>
  )
}
