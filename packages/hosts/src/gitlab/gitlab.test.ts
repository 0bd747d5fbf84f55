import { describe, expect, test } from 'vitest'
import { withoutCommands } from './notes.ts'
import { readGitLabEvent, sentAs } from './read-event.ts'

describe('a note', () => {
  test.each([
    ['/close', '\\/close'],
    ['Known:\n  /merge\ntext', 'Known:\n  \\/merge\ntext'],
    ['a /close b', 'a /close b'],
    ['- **Decision**: /approve', '- **Decision**: /approve'],
  ])('holds no command to GitLab: %j', (body, sent) => {
    expect(withoutCommands(body)).toBe(sent)
  })
})

describe('an event', () => {
  test('is known by what stays the same when it is sent again', () => {
    const all = {
      'x-gitlab-event': 'Merge Request Hook',
      'webhook-id': 'a',
      'idempotency-key': 'b',
      'x-gitlab-event-uuid': 'c',
    }
    expect(sentAs(all)).toEqual({ event: 'merge_request', delivery: 'a' })
    expect(sentAs({ ...all, 'webhook-id': undefined }).delivery).toBe('b')
    expect(sentAs({ 'x-gitlab-event-uuid': 'c' })).toEqual({ event: undefined, delivery: 'c' })
  })

  const project = { id: 7, path_with_namespace: 'a/b/c', web_url: 'https://g.test/a/b/c' }
  const note = (fields: object, attributes: object = {}) =>
    readGitLabEvent(
      'note',
      JSON.stringify({
        user: { username: 'ann' },
        project: { ...project, visibility_level: 10 },
        merge_request: { iid: 3 },
        object_attributes: { id: 9, note: '/lore why', action: 'create', ...attributes },
        ...fields,
      }),
    )?.about

  test('of a note says where it is, and by what its thread is answered', () => {
    expect(note({})).toMatchObject({
      of: 'comment',
      commentId: '9',
      isOnLine: false,
      isOfProgram: false,
      repository: { repositoryId: '7', fullName: 'a/b/c', visibility: 'internal' },
    })
    const line = { type: 'DiffNote', discussion_id: 'abcdef0123' }
    expect(note({}, line)).toMatchObject({ commentId: 'abcdef0123:9', isOnLine: true })
  })

  test.each([
    ['of an issue', { merge_request: undefined }, {}],
    ['that was changed', {}, { action: 'update' }],
    ['that GitLab wrote', {}, { system: true }],
    ['of no project', { project: undefined }, {}],
  ])('of a note %s asks for nothing', (_of, fields, attributes) => {
    expect(note(fields, attributes)).toEqual({ of: 'nothing' })
  })

  test.each(['project_7_bot_1f', 'group_7_bot', 'service_account_group_7_9f'])(
    'of %s is of a program',
    (username) => {
      expect(note({ user: { username } })).toMatchObject({ isOfProgram: true })
    },
  )

  test.each(['', '[]', '{"project":{"id":"x"}}'])('that is none: %j', (body) => {
    expect(readGitLabEvent('note', body)).toBeUndefined()
  })
})
