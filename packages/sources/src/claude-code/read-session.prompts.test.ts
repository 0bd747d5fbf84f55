import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answered, call, record, said, text, typed } from './testing/records.ts'
import { sessionFolder } from './testing/session-folder.ts'

let folder: ReturnType<typeof sessionFolder>
beforeEach(() => {
  folder = sessionFolder()
})
afterEach(() => folder.remove())

const start = typed('u1', null, 'Begin')

describe('prompts', () => {
  const kindsOf = async (records: readonly unknown[]) =>
    (await folder.read(records)).messages.map(({ kind }) => kind)

  test('what a program started Claude Code with is nobody’s prompt', async () => {
    const kinds = await kindsOf([
      typed('u1', null, 'Review this', { entrypoint: 'sdk-py', promptSource: 'sdk' }),
      typed('u2', 'u1', 'Review that', { entrypoint: 'sdk-cli' }),
      typed('u3', 'u2', 'and I say', { entrypoint: 'sdk-ts', promptSource: 'typed' }),
      typed('u4', 'u3', 'Why?', { entrypoint: 'cli' }),
      typed('u5', 'u4', 'Because', { entrypoint: 'claude-desktop', promptSource: 'sdk' }),
    ])
    expect(kinds).toEqual(['injected', 'injected', 'human', 'human', 'human'])
  })

  test('what a person typed is human; what the client put in is not', async () => {
    const kinds = await kindsOf([
      typed('u1', null, 'typed'),
      typed('u2', 'u1', 'meta', { isMeta: true }),
      typed('u3', 'u2', 'going on', { isCompactSummary: true }),
      typed('u4', 'u3', '<command-name>/x</command-name>'),
      typed('u5', 'u4', [text('<ide_selection>s</ide_selection>'), text('typed too')]),
      typed('u6', 'u5', [text('<ide_selection>s</ide_selection>')]),
      typed('u7', 'u6', 'agent to agent', { isSidechain: true }),
      typed('u8', 'u7', [{ type: 'image', source: { data: 'aGk=', media_type: 'image/png' } }]),
      typed('u9', 'u8', 'from nowhere', { promptSource: 'system' }),
    ])
    expect(kinds).toEqual([
      ...[
        'human',
        'injected',
        'summary',
        'command',
        'human',
        'injected',
        'injected',
        'human',
        'injected',
      ],
    ])
  })

  test('a prompt queued while a tool ran counts, a notice of a background task does not', async () => {
    const queued = (uuid: string, prompt: unknown, commandMode: string) =>
      record(uuid, 'u1', {
        type: 'attachment',
        attachment: { type: 'queued_command', prompt, commandMode },
      })
    const session = await folder.read([
      start,
      queued('q1', 'and the docs', 'prompt'),
      queued('q2', [text('and the tests')], 'prompt'),
      queued('q3', 'done', 'task-notification'),
      queued('q4', '<task-notification>done', 'prompt'),
    ])
    expect(session.messages.map(({ kind }) => kind)).toEqual([
      ...['human', 'human', 'human', 'injected', 'injected'],
    ])
  })

  test('what others say in the name of the person is no prompt, where the record names its author', async () => {
    const from = (kind: string) => ({ origin: { kind } })
    const queued = (uuid: string, kind: string) =>
      record(uuid, 'u1', {
        type: 'attachment',
        attachment: { type: 'queued_command', prompt: 'Also this', ...from(kind) },
      })
    const kinds = await kindsOf([
      typed('u1', null, 'Begin', from('human')),
      typed('u2', 'u1', 'I am another session', from('peer')),
      typed('u3', 'u2', 'Go on', from('auto-continuation')),
      queued('q1', 'human'),
      queued('q2', 'coordinator'),
    ])
    expect(kinds).toEqual(['human', 'injected', 'injected', 'human', 'injected'])
  })

  test('of two prompts with one parent the earlier and all that followed it are abandoned', async () => {
    const session = await folder.read([
      start,
      said('a1', 'u1', { id: 'm1', block: text('ok') }),
      typed('u2', 'a1', 'Make it five'),
      record('p', 'u2', { type: 'progress' }),
      said('a2', 'p', { id: 'm2', block: text('five') }),
      typed('u3', 'a1', 'Make it four'),
      said('a3', 'u3', { id: 'm3', block: text('four') }),
    ])
    const abandoned = session.messages.filter(({ is_abandoned }) => is_abandoned)
    expect(abandoned.map(({ key }) => key)).toEqual(['u2', 'm2:req'])
  })

  test('parallel tool results abandon nothing, nor do two beginnings', async () => {
    const session = await folder.read([
      start,
      said('a1', 'u1', { id: 'm', block: call('t1', 'Read', {}) }),
      answered('r1', 'a1', { id: 't1' }),
      answered('r2', 'a1', { id: 't2' }),
      typed('u2', null, 'Another beginning'),
    ])
    expect(session.messages.some(({ is_abandoned }) => is_abandoned)).toBe(false)
  })
})
