'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import type { TeamMember } from '@teamlore/shared/people'
import { type FormEvent, useState } from 'react'
import { ConfirmButton } from '../../components/ui/confirm-button.tsx'
import { errorWords } from '../../components/ui/error-words.tsx'
import { useChange } from '../../components/ui/use-change.tsx'
import { useApi } from '../../lib/api.tsx'
import { withBase } from '../../lib/base-path.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import { queryKeys } from '../../lib/query-keys.ts'

/** Afterwards everything that was fetched is of a team or a role one no longer has. */
const loadPage = (place: string) => location.assign(withBase(place))

export const TeamName = ({ name }: { name: string }) => {
  const api = useApi()
  const [typed, setTyped] = useState(name)
  const rename = useChange(() => api.nameTeam({ name: typed.trim() }), {
    of: queryKeys.me,
    failed: 'Not renamed',
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate()
  }
  return (
    <section className="settings-section" aria-labelledby="settings-team-name">
      <h2 id="settings-team-name">Name of the team</h2>
      <form className="settings-row" onSubmit={submit}>
        <TextInput
          aria-labelledby="settings-team-name"
          value={typed}
          maxLength={100}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          type="submit"
          size="sm"
          variant="default"
          loading={rename.isPending}
          disabled={typed.trim() === '' || typed.trim() === name}
        >
          Save
        </Button>
      </form>
    </section>
  )
}

export const TransferTeam = ({ members }: { members: readonly TeamMember[] }) => {
  const api = useApi()
  const [user, setUser] = useState('')
  const transfer = useChange(
    async () => {
      await api.members.transferOwnership({ user })
      loadPage('/settings/team')
    },
    { of: queryKeys.members, failed: 'Not handed over' },
  )
  const others = members.filter(({ is_you, kind }) => !is_you && kind === 'person')
  if (others.length === 0) return null
  return (
    <section className="settings-section" aria-labelledby="settings-transfer">
      <h2 id="settings-transfer">Hand the team over</h2>
      <p className="settings-note">The member becomes the owner, and you stay as an admin.</p>
      <div className="settings-row">
        <NativeSelect
          aria-label="New owner"
          data={[
            { value: '', label: 'Choose a member' },
            ...others.map(({ id, name, email }) => ({
              value: id,
              label: plainLine(email === null ? name : `${name} (${email})`),
            })),
          ]}
          value={user}
          onChange={(event) => setUser(event.currentTarget.value)}
        />
        {user !== '' && (
          <ConfirmButton
            question="Hand it over now"
            isPending={transfer.isPending}
            onConfirm={() => transfer.mutate()}
          >
            Hand over
          </ConfirmButton>
        )}
      </div>
    </section>
  )
}

export const FoundTeam = () => {
  const api = useApi()
  const [name, setName] = useState('')
  const found = useChange(
    async () => {
      const team = await api.foundTeam({ name: name.trim() })
      await api.switchTeam({ team: team.id })
      loadPage('/')
    },
    { of: queryKeys.me, failed: 'Not founded' },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    found.mutate()
  }
  return (
    <section className="settings-section" aria-labelledby="settings-found">
      <h2 id="settings-found">Another team</h2>
      <p className="settings-note">It shares nothing with this one. You own it, and go there.</p>
      <form className="settings-row" onSubmit={submit}>
        <TextInput
          aria-label="Name of the new team"
          placeholder="Name"
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          type="submit"
          size="sm"
          variant="default"
          loading={found.isPending}
          disabled={name.trim() === ''}
        >
          Found it
        </Button>
      </form>
    </section>
  )
}

export const LeaveTeam = ({ team }: { team: string }) => {
  const api = useApi()
  // Asks for nothing afterwards: the browser may be signed out by it.
  const leave = useMutation({
    mutationFn: () => api.members.leave(),
    onSuccess: () => loadPage('/'),
    onError: (error) =>
      notifications.show({
        color: 'red',
        title: 'You are still in the team',
        message: errorWords(error),
      }),
  })
  return (
    <section className="settings-section" aria-labelledby="settings-leave">
      <h2 id="settings-leave">Leave</h2>
      <p className="settings-note">
        Your keys and machines in this team end at once. What you shared stays with the team.
      </p>
      <ConfirmButton
        question={`Leave ${plainLine(team)} now`}
        isPending={leave.isPending}
        onConfirm={() => leave.mutate()}
      >
        Leave the team
      </ConfirmButton>
    </section>
  )
}
