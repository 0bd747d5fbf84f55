'use client'

import { Button, Checkbox } from '@mantine/core'
import type { ProjectSettings } from '@teamlore/shared/projects'
import { type FormEvent, useState } from 'react'
import { ChoiceList } from '../../components/ui/choice-list.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { NumberField } from '../../components/ui/number-field.tsx'
import { EVERYTHING, useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { changesOf, consequencesOf, type Wanted, wantedOf } from './project-words.ts'

const READERS = [
  { value: 'team', label: 'The whole team', says: 'Private sessions are their owner’s alone.' },
  {
    value: 'list',
    label: 'The members on its list alone',
    says: 'Nobody else reads or finds anything of it, admins included.',
  },
] as const

const NEW_SESSIONS = [
  { value: 'team', label: 'For who reads the project', says: 'Their owner can keep each private.' },
  { value: 'private', label: 'Private', says: 'For their owner alone, until they share them.' },
] as const

/** What the server takes as a confidence; a field that is being typed in holds others, too. */
const isShare = (value: number): boolean => value >= 0.5 && value <= 1

/** Who sees a project, as an admin sets it. What others lose or gain by it is read before it is done. */
export const ProjectForm = ({
  project,
  mayEdit,
}: {
  project: ProjectSettings
  mayEdit: boolean
}) => {
  const api = useApi()
  const [wanted, setWanted] = useState<Wanted>(wantedOf(project))
  const [isAsking, setAsking] = useState(false)
  const changes = changesOf(project, wanted)
  const consequences = consequencesOf(project, wanted)
  const save = useChange(() => api.projects.set(project.id, changes), {
    of: EVERYTHING,
    failed: 'Not saved',
  })
  const set = (more: Partial<Wanted>) => setWanted((before) => ({ ...before, ...more }))
  const saveNow = () => {
    setAsking(false)
    save.mutate()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (consequences.length > 0) setAsking(true)
    else saveNow()
  }
  return (
    <form className="project-form" onSubmit={submit}>
      <ChoiceList
        legend="Who reads it"
        choices={READERS}
        value={wanted.is_restricted ? 'list' : 'team'}
        disabled={!mayEdit}
        onChange={(value) => set({ is_restricted: value === 'list' })}
      />
      <ChoiceList
        legend="What new sessions are"
        choices={NEW_SESSIONS}
        value={wanted.default_visibility}
        disabled={!mayEdit}
        onChange={(default_visibility) => set({ default_visibility })}
      />
      <Checkbox
        label="Keep worktrees apart"
        description="Each folder of the repository is a project of its own from its next session on. What came in before stays here."
        checked={wanted.keeps_worktrees_apart}
        disabled={!mayEdit}
        onChange={(event) => set({ keeps_worktrees_apart: event.currentTarget.checked })}
      />
      <SharesCode
        checked={wanted.shares_code}
        disabled={!mayEdit}
        onChange={(shares_code) => set({ shares_code })}
      />
      <LinksFrom
        value={wanted.links_from}
        disabled={!mayEdit}
        onChange={(links_from) => set({ links_from })}
      />
      {mayEdit && (
        <div className="settings-buttons">
          <Button
            type="submit"
            size="xs"
            loading={save.isPending}
            disabled={Object.keys(changes).length === 0 || !isShare(wanted.links_from)}
          >
            Save
          </Button>
        </div>
      )}
      <Dialog
        title={`Change what ${plainLine(project.name)} shows?`}
        opened={isAsking}
        onClose={() => setAsking(false)}
        buttons={
          <>
            <Button size="xs" variant="default" onClick={() => setAsking(false)}>
              Leave it as it is
            </Button>
            <Button size="xs" onClick={saveNow}>
              Do it now
            </Button>
          </>
        }
      >
        {consequences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Dialog>
    </form>
  )
}

const SharesCode = ({
  checked,
  disabled,
  onChange,
}: {
  checked: boolean
  disabled: boolean
  onChange: (value: boolean) => void
}) => (
  <Checkbox
    label="Share its code"
    description="The text of lines that commits add is sent to this server, without secrets, and shown to whoever reads the project. Otherwise code stays on the machines."
    checked={checked}
    disabled={disabled}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
)

/** Which links between sessions and commits the project shows and counts. */
const LinksFrom = ({
  value,
  disabled,
  onChange,
}: {
  value: number
  disabled: boolean
  onChange: (value: number) => void
}) => (
  <NumberField
    label="Show links to commits from a confidence of"
    description="0.5 shows all that are kept; 1 only those that people made. What is below stays, and is neither shown nor counted."
    className="project-form-number"
    value={value}
    min={0.5}
    max={1}
    step={0.05}
    decimalScale={2}
    disabled={disabled}
    onChange={(typed) => onChange(Number(typed))}
  />
)
