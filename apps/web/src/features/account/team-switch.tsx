'use client'

import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { errorWords } from '../../components/ui/error-words.tsx'
import { useApi } from '../../lib/api.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { initials } from './initials.ts'
import { useMe } from './use-me.ts'
import './team-switch.css'
import { withBase } from '../../lib/base-path.ts'

/** For who is in several teams: one click, and the browser is in another. */
export const TeamSwitch = () => {
  const api = useApi()
  const me = useMe().data
  const go = useMutation({
    mutationFn: (team: string) => api.switchTeam({ team }),
    // A fresh page: nothing that was fetched in one team may be seen in the other.
    onSuccess: () => location.assign(withBase('/')),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'Still here', message: errorWords(error) }),
  })
  if (me === undefined || me.teams.length < 2) return null
  return (
    <nav className="team-switch" aria-label="Teams">
      {me.teams.map(({ id, name }) => {
        const isHere = id === me.team.id
        return (
          <button
            key={id}
            type="button"
            title={plainLine(name)}
            aria-current={isHere ? 'true' : undefined}
            disabled={go.isPending}
            onClick={() => {
              if (!isHere) go.mutate(id)
            }}
          >
            <span className="team-switch-mark" aria-hidden>
              {initials(name)}
            </span>
            <span className="team-switch-name">{plainLine(name)}</span>
          </button>
        )
      })}
    </nav>
  )
}
