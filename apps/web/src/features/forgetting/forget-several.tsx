'use client'

import { Button, Radio, Select, Stack, TextInput } from '@mantine/core'
import { mayDo } from '@teamlore/shared/roles'
import { type FormEvent, useState } from 'react'
import { useMe } from '../account/index.ts'
import { useProjectNames, useProjectOptions } from '../projects/index.ts'
import { ForgetDialog } from './forget-dialog.tsx'
import { SEVERAL, type Several, type SeveralChoice, severalOf } from './several-choice.ts'

const LABELS: Record<Several, string> = {
  mine: 'all sessions of mine',
  before: 'sessions of mine that ended before a day',
  project: 'what everybody has in a project, with its memories',
}

/** Has many sessions forgotten at once, after all that goes was shown: one's own, or, for admins, those of a project. */
export const ForgetSeveral = () => {
  const me = useMe().data
  if (me === undefined || !mayDo(me.role, 'records.forget')) return null
  return <ForgetSeveralForm isAdmin={mayDo(me.role, 'forgetting.manage')} />
}

export const ForgetSeveralForm = ({ isAdmin }: { isAdmin: boolean }) => {
  const [choice, setChoice] = useState<SeveralChoice>({
    which: 'before',
    before: '',
    project: undefined,
  })
  const [isOpen, setOpen] = useState(false)
  const thing = severalOf(choice)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setOpen(thing !== undefined)
  }
  return (
    <section className="settings-section" aria-labelledby="settings-forget-several">
      <h2 id="settings-forget-several">Forget several</h2>
      <form className="settings-form" onSubmit={submit}>
        <Radio.Group
          label="Forget"
          value={choice.which}
          onChange={(which) => setChoice({ ...choice, which: which as Several, before: '' })}
        >
          <Stack gap="xs" mt="xs">
            {SEVERAL.filter((which) => isAdmin || which !== 'project').map((which) => (
              <Radio key={which} value={which} label={LABELS[which]} />
            ))}
          </Stack>
        </Radio.Group>
        {choice.which === 'project' && (
          <ProjectField choice={choice} onChange={(project) => setChoice({ ...choice, project })} />
        )}
        {choice.which !== 'mine' && (
          <TextInput
            type="date"
            label={choice.which === 'project' ? 'Only before (optional)' : 'Before'}
            value={choice.before}
            onChange={(event) => setChoice({ ...choice, before: event.currentTarget.value })}
          />
        )}
        <div className="settings-row">
          <Button type="submit" size="sm" variant="default" disabled={thing === undefined}>
            Show what goes…
          </Button>
        </div>
      </form>
      {isOpen && thing !== undefined && (
        <ForgetDialog
          thing={thing}
          onClose={() => setOpen(false)}
          onForgotten={() => setChoice({ which: 'before', before: '', project: undefined })}
        />
      )}
    </section>
  )
}

const ProjectField = ({
  choice: { project },
  onChange,
}: {
  choice: SeveralChoice
  onChange: (project: SeveralChoice['project']) => void
}) => {
  const options = useProjectOptions()
  const names = useProjectNames()
  return (
    <Select
      label="Project"
      searchable
      data={options}
      value={project?.id ?? null}
      onChange={(id) => {
        const name = id === null ? undefined : names.get(id)
        onChange(id === null || name === undefined ? undefined : { id, name })
      }}
    />
  )
}
