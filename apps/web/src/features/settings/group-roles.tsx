'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { ProviderKind } from '@teamlore/shared/sign-in'
import type { GroupRole } from './provider-values.ts'

const ROLES = ['viewer', 'member', 'admin'] as const satisfies GroupRole['role'][]

const NAMES: Record<ProviderKind, string> = {
  oidc: 'Names as the provider sends them with whom it signs in.',
  google: 'Names as the provider sends them with whom it signs in.',
  gitlab: 'Groups by their path, such as acme/platform.',
  github: 'Organisations by name, teams as acme/platform.',
}

/** Which role a group gives. The highest counts, at every sign-in and for what a directory provisions. */
export const GroupRoles = ({
  kind,
  rows,
  onChange,
}: {
  kind: ProviderKind
  rows: readonly GroupRole[]
  onChange: (rows: GroupRole[]) => void
}) => {
  const set = (at: number, more: Partial<GroupRole>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...more } : row)))
  return (
    <fieldset className="group-roles">
      <legend>Roles by group</legend>
      <p className="settings-detail">
        {NAMES[kind]} The highest role of somebody’s groups counts, again at every sign-in and when
        a directory changes a group. Owners stay owners.
      </p>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place alone while it is typed
        <div key={at} className="group-role">
          <TextInput
            aria-label={`Group ${at + 1}`}
            placeholder="platform"
            value={row.group}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => set(at, { group: event.currentTarget.value })}
          />
          <NativeSelect
            aria-label={`Role of group ${at + 1}`}
            data={[...ROLES]}
            value={row.role}
            onChange={(event) => set(at, { role: event.currentTarget.value as GroupRole['role'] })}
          />
          <Button
            size="xs"
            variant="default"
            aria-label={`Take group ${at + 1} out`}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          >
            Take out
          </Button>
        </div>
      ))}
      <div>
        <Button
          size="xs"
          variant="default"
          onClick={() => onChange([...rows, { group: '', role: 'member' }])}
        >
          Add a group
        </Button>
      </div>
    </fieldset>
  )
}
