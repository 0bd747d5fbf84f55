import { describe, expect, test } from 'vitest'
import { stepsOf } from './steps.ts'

const nothing = { teamName: 'Team', people: 1, invitations: 0, machines: 0, sessions: 0 }
const admin = { mayInvite: true, mayConnect: true }
const doneOf = (state: object) =>
  stepsOf({ ...nothing, ...state }, admin)
    .filter(({ isDone }) => isDone)
    .map(({ id }) => id)

describe('the first steps', () => {
  test('are all there for who may invite, and none is done', () => {
    expect(stepsOf(nothing, admin).map(({ id }) => id)).toEqual([
      'name',
      'invite',
      'connect',
      'session',
    ])
    expect(doneOf({})).toEqual([])
  })

  test('of a member are about their own machine alone', () => {
    expect(stepsOf(nothing, { mayInvite: false, mayConnect: true }).map(({ id }) => id)).toEqual([
      'connect',
      'session',
    ])
  })

  test('of a viewer are none: they connect no machine and send no session', () => {
    expect(stepsOf(nothing, { mayInvite: false, mayConnect: false })).toEqual([])
  })

  test.each([
    [{ teamName: 'Harbour' }, ['name']],
    [{ invitations: 1 }, ['invite']],
    [{ people: 2 }, ['invite']],
    [{ machines: 1 }, ['connect']],
    [{ sessions: 1 }, ['connect', 'session']],
  ])('%j ticks %j', (state, done) => {
    expect(doneOf(state)).toEqual(done)
  })
})
