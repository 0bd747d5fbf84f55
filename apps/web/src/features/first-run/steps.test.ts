import { describe, expect, test } from 'vitest'
import { stepsOf } from './steps.ts'

const nothing = { teamName: 'Team', people: 1, invitations: 0, machines: 0, sessions: 0 }
const doneOf = (state: object, mayInvite = true) =>
  stepsOf({ ...nothing, ...state }, mayInvite)
    .filter(({ isDone }) => isDone)
    .map(({ id }) => id)

describe('the first steps', () => {
  test('are all there for who may invite, and none is done', () => {
    expect(stepsOf(nothing, true).map(({ id }) => id)).toEqual([
      'name',
      'invite',
      'connect',
      'session',
    ])
    expect(doneOf({})).toEqual([])
  })

  test('of a member are about their own machine alone', () => {
    expect(stepsOf(nothing, false).map(({ id }) => id)).toEqual(['connect', 'session'])
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
