/** What the guide goes by: what there is, not what was clicked. */
export type FirstRunState = {
  teamName: string
  people: number
  invitations: number
  machines: number
  sessions: number
}

export type Step = { id: 'name' | 'invite' | 'connect' | 'session'; isDone: boolean }

/** What a team is called until somebody names it. */
const UNNAMED = 'Team'

export const stepsOf = (
  { teamName, people, invitations, machines, sessions }: FirstRunState,
  { mayInvite, mayConnect }: { mayInvite: boolean; mayConnect: boolean },
): Step[] => [
  ...(mayInvite
    ? [
        { id: 'name', isDone: teamName !== UNNAMED } as const,
        { id: 'invite', isDone: people > 1 || invitations > 0 } as const,
      ]
    : []),
  ...(mayConnect
    ? [
        // Sessions may also come by hand; then the machine is no step any more.
        { id: 'connect', isDone: machines > 0 || sessions > 0 } as const,
        { id: 'session', isDone: sessions > 0 } as const,
      ]
    : []),
]
