import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  FIXTURES,
  head,
  id,
  rollout,
  rolloutFolder,
  said,
  textsOf,
  user,
} from './testing/rollouts.ts'

let folder: ReturnType<typeof rolloutFolder>
beforeEach(() => {
  folder = rolloutFolder()
})
afterEach(() => folder.remove())

describe('sessions made of others', () => {
  test('a fork holds only what is its own, as far as the other rollout can be found', async () => {
    const session = await folder.readOne(rollout(11, 2))
    expect(session).toMatchObject({ native_id: id(2), kind: 'fork', parent_native_id: id(1) })
    expect(textsOf(session)).toEqual(['Or make it of gold', 'Gold is soft.'])
  })

  test('copied lines without names of turns are recognised by comparing', async () => {
    const other = '11111111-1111-4111-8111-111111111111'
    const own = '22222222-2222-4222-8222-222222222222'
    const lines = [user('Begin'), said('Begun')]
    folder.writeRecords(`.codex/sessions/2026/03/01/rollout-2026-03-01T10-00-00-${other}.jsonl`, [
      head({ id: other }),
      ...lines,
      said('Elsewhere'),
    ])
    const path = folder.writeRecords(
      `.codex/sessions/2026/03/05/rollout-2026-03-05T10-00-00-${own}.jsonl`,
      [
        head({ id: own }),
        head({ id: other, timestamp: '2026-03-01T10:00:00Z' }),
        ...lines.map((line) => ({ ...line, timestamp: '2026-03-05T10:00:00Z' })),
        user('Go on'),
        said('Elsewhere'),
      ],
    )
    const session = await folder.readOne(path)
    expect(session).toMatchObject({ native_id: own, kind: 'fork', parent_native_id: other })
    expect(textsOf(session)).toEqual(['Go on', 'Elsewhere'])
  })

  test('where the other rollout is gone, everything is kept', async () => {
    const session = await folder.readRecords([
      head({ forked_from_id: '99999999-9999-4999-8999-999999999999' }),
      user('Begin'),
      said('Begun'),
    ])
    expect(textsOf(session)).toEqual(['Begin', 'Begun'])
  })

  test('in a subagent nothing is typed by a person', async () => {
    const session = await folder.readOne(rollout(12, 3))
    expect(session).toMatchObject({
      kind: 'subagent',
      parent_native_id: id(1),
      title: 'Count the nails',
    })
    expect(session.messages.map(({ kind }) => kind)).toEqual(['injected', 'injected', 'assistant'])
  })

  test('of two states the longer one counts, whichever is named first', async () => {
    const records = [head(), user('Begin'), said('Begun'), user('Go on'), said('Gone on')]
    const name = `rollout-2026-03-01T10-00-00-${id(1)}.jsonl`
    const short = folder.writeRecords(`.codex/sessions/2026/03/01/${name}`, records.slice(0, 3))
    const long = folder.writeRecords(`.codex/archived_sessions/${name}`, records)
    const whole = await folder.readOne(long)
    expect(textsOf(whole)).toHaveLength(4)
    for (const places of [
      [short, long],
      [long, short],
    ] as const) {
      const session = await folder.readOne(...places)
      expect(session.messages).toEqual(whole.messages)
      expect(session.ended_at).toBe(whole.ended_at)
    }
  })

  test('two states of one session are read as one', async () => {
    const path = rollout(10, 1)
    const archived = join(FIXTURES, `archived_sessions/rollout-2026-03-01T10-00-00-${id(1)}.jsonl`)
    const both = await folder.readOne(archived, path)
    expect(both.messages).toEqual((await folder.readOne(rollout(10, 1))).messages)
    expect(both.figures.files).toHaveLength(2)
  })
})

describe('where Codex keeps its files', () => {
  const found = async (source = folder.codex()) => {
    const paths: string[] = []
    for await (const one of source.find()) paths.push(one.path)
    return paths
  }

  test('in the home folder, by day, and archived ones beside them once', async () => {
    const name = `rollout-2026-03-01T10-00-00-${id(1)}.jsonl`
    const live = folder.write(`.codex/sessions/2026/03/01/${name}`, '')
    folder.write(`.codex/archived_sessions/${name}`, '')
    const gone = folder.write(`.codex/archived_sessions/${name.replace(id(1), id(2))}`, '')
    folder.write('.codex/history.jsonl', '')
    expect(await found()).toEqual([live, gone])
    expect(await folder.codex().watchPaths()).toEqual([
      join(folder.path, '.codex/sessions'),
      join(folder.path, '.codex/archived_sessions'),
    ])
  })

  test('an archived one that is longer than the live one is read with it, and one that is not is left', async () => {
    const name = `rollout-2026-03-01T10-00-00-${id(1)}.jsonl`
    const live = folder.write(`.codex/sessions/2026/03/01/${name}`, 'abc\n')
    const archived = folder.write(`.codex/archived_sessions/${name}`, 'abc\ndef\n')
    expect(await found()).toEqual([live, archived])
    folder.write(`.codex/archived_sessions/${name}`, 'abc\n')
    expect(await found()).toEqual([live])
  })

  test('what goes on after something was taken back is of the same session', async () => {
    const name = `rollout-2026-03-01T10-00-00-${id(1)}.jsonl`
    const next = name.replace('.jsonl', `_${id(2)}.jsonl`)
    for (const one of [name, next]) folder.write(`.codex/sessions/2026/03/01/${one}`, '')
    for (const one of [name, next]) folder.write(`.codex/archived_sessions/${one}`, '')
    const groups: string[] = []
    for await (const one of folder.codex().find()) groups.push('problem' in one ? '' : one.group)
    expect(groups).toEqual([id(1), id(1)])
  })

  test('or where CODEX_HOME says', async () => {
    const path = folder.write('project/.codex/sessions/2026/03/01/rollout-x.jsonl', '')
    expect(await found(folder.codex(join(folder.path, 'project/.codex')))).toEqual([path])
  })

  test('what stands beside the rollouts is not taken for one', async () => {
    for (const name of ['history.jsonl', 'session_index.jsonl']) {
      const path = join(FIXTURES, name)
      expect(await folder.codex().recognises(path)).toBe(false)
      expect(await folder.codex().read([{ path }])).toMatchObject({ status: 'skipped' })
    }
  })
})
