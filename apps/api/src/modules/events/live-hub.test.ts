import { grantTeamScope } from '@teamlore/core'
import { newId, type TeamId, type UserId } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { createLiveHub } from './live-hub.ts'

const scopeOf = (teamId: TeamId, userId: UserId, givenBy?: UserId) =>
  grantTeamScope(
    {
      teamId,
      userId,
      role: 'viewer',
      actor: { kind: 'user', via: 'browser', ...(givenBy && { givenBy }) },
    },
    'viewer',
  )

const setUp = () => {
  let bad = 0
  const hub = createLiveHub({ onBadPayload: () => void bad++ })
  const hear = (teamId: TeamId, userId: UserId, givenBy?: UserId) => {
    const heard: string[] = []
    const leave = hub.subscribe(scopeOf(teamId, userId, givenBy), (event) =>
      heard.push(`${event.type} ${event.session_id}`),
    )
    return { heard, leave }
  }
  const notice = (team_id: string, private_to: string | null, type = 'session.updated') =>
    hub.publish(JSON.stringify({ team_id, private_to, type, session_id: 'ses_1' }))
  return { hub, hear, notice, bad: () => bad }
}

describe('the hub of live events', () => {
  test('notifies everyone of the team, and nobody of another', () => {
    const { hear, notice } = setUp()
    const [ours, theirs] = [newId.team(), newId.team()]
    const ann = hear(ours, newId.user())
    const eve = hear(theirs, newId.user())
    notice(ours, null)
    expect(ann.heard).toEqual(['session.updated ses_1'])
    expect(eve.heard).toEqual([])
  })

  test('notifies of a private session its owner alone', () => {
    const { hear, notice } = setUp()
    const [team, owner] = [newId.team(), newId.user()]
    const ann = hear(team, owner)
    const bob = hear(team, newId.user())
    notice(team, owner, 'session.distilled')
    expect(ann.heard).toEqual(['session.distilled ses_1'])
    expect(bob.heard).toEqual([])
  })

  test('notifies of a restricted project those who are named alone', () => {
    const { hub, hear } = setUp()
    const [team, inside] = [newId.team(), newId.user()]
    const ann = hear(team, inside)
    const bob = hear(team, newId.user())
    const notice = { team_id: team, private_to: null, type: 'session.updated', session_id: 'ses_1' }
    hub.publish(JSON.stringify({ ...notice, only: [inside] }))
    expect(ann.heard).toEqual(['session.updated ses_1'])
    expect(bob.heard).toEqual([])
  })

  test('notifies nobody who has left', () => {
    const { hear, notice } = setUp()
    const team = newId.team()
    const ann = hear(team, newId.user())
    ann.leave()
    notice(team, null)
    expect(ann.heard).toEqual([])
  })

  test('notifies a credential that another made of nothing private, and of a closed project what both may hear', () => {
    const { hub, hear, notice } = setUp()
    const [team, ann, maker] = [newId.team(), newId.user(), newId.user()]
    const given = hear(team, ann, maker)
    const own = hear(team, ann)
    notice(team, ann)
    const restricted = { team_id: team, private_to: null, type: 'session.updated' }
    hub.publish(JSON.stringify({ ...restricted, session_id: 'ses_2', only: [ann] }))
    hub.publish(JSON.stringify({ ...restricted, session_id: 'ses_3', only: [ann, maker] }))
    expect(own.heard).toEqual(['ses_1', 'ses_2', 'ses_3'].map((id) => `session.updated ${id}`))
    expect(given.heard).toEqual(['session.updated ses_3'])
  })

  test.each([
    '',
    'nonsense',
    '{}',
    '[1]',
    '{"team_id":"t","private_to":null,"type":"x","session_id":"s"}',
  ])('passes over what is no event: %s', (payload) => {
    const { hub, bad } = setUp()
    hub.publish(payload)
    expect(bad()).toBe(1)
  })
})
