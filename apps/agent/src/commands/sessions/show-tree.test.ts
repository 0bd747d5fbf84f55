import type { SessionDetail } from '@teamlore/shared'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { widthOf } from '../../output/text-width.ts'
import { buildMessage, buildSessionDetail, fakeId } from '../../testing/fake-data.ts'
import { type LoggedInCli, openLoggedInCli } from '../../testing/logged-in-cli.ts'
import { branchesOf } from '../../views/session-branches.ts'

let lore: LoggedInCli
beforeAll(async () => {
  lore = await openLoggedInCli()
})
beforeEach(() => lore.reset())
afterAll(() => lore.close())

const msg = (at: number) => fakeId('msg', at)
const follows = (at: number, parent: number | null, fields: object = {}) =>
  buildMessage(at, at % 2 === 0 ? 'human' : 'assistant', [`text ${at}`], {
    parent_id: parent === null ? null : msg(parent),
    ...fields,
  })

describe('the branches of a session', () => {
  const shape = (...messages: ReturnType<typeof follows>[]) =>
    branchesOf(messages).map(({ message, depth, isTurn }) => [message.ordinal, depth, isTurn])

  test('of a straight session are one column', () => {
    expect(shape(follows(0, null), follows(1, 0), follows(2, 1))).toEqual([
      [0, 0, false],
      [1, 0, false],
      [2, 0, false],
    ])
  })

  test('that were left behind stand further in, before the way that was gone on with', () => {
    const behind = { is_abandoned: true }
    expect(
      shape(
        follows(0, null),
        follows(1, 0),
        follows(2, 1, behind),
        follows(3, 2, behind),
        follows(4, 1),
        follows(5, 4),
      ),
    ).toEqual([
      [0, 0, false],
      [1, 0, false],
      [2, 1, true],
      [3, 1, false],
      [4, 0, false],
      [5, 0, false],
    ])
  })

  test('lose no message, whatever follows what, and take no deep stack', () => {
    expect(shape(follows(0, 1), follows(1, 0), follows(2, 2), follows(3, 99))).toHaveLength(4)
    const long = Array.from({ length: 20_000 }, (_, at) => follows(at, at === 0 ? null : at - 1))
    expect(branchesOf(long)).toHaveLength(20_000)
    const wide = Array.from({ length: 20_000 }, (_, at) => follows(at, at === 0 ? null : 0))
    expect(branchesOf(wide)).toHaveLength(20_000)
  })
})

describe('lore show --tree', () => {
  const SESSION = fakeId('ses', 1)

  test('shows branches and which were left behind, with ids to open', async () => {
    lore.server.world.messages = [
      follows(0, null),
      follows(1, 0),
      follows(2, 1, { is_abandoned: true }),
      follows(4, 1),
    ]
    const { code, stdout } = await lore.run(['show', SESSION, '--tree'])
    expect(code).toBe(0)
    const lines = stdout.split('\n')
    expect(lines.slice(1, 5)).toEqual([
      `  ▌ Ana: text 0  ${msg(0)}`,
      '  text 1',
      `  ├ ▌ Ana: text 2  (left behind)  ${msg(2)}`,
      `  ▌ Ana: text 4  ${msg(4)}`,
    ])
    const json = (await lore.run(['show', SESSION, '--tree', '--json'])).json() as {
      tree: { messages: { parent_id: string | null }[] }
    }
    expect(json.tree.messages.map(({ parent_id }) => parent_id)).toEqual([
      ...[null, msg(0), msg(1), msg(1)],
    ])
  })

  test('shows sub-agents below the session they began in, and names forks', async () => {
    const child: SessionDetail = buildSessionDetail({
      id: fakeId('ses', 2),
      kind: 'subagent',
      title: 'Look for the lock',
      children: [],
    })
    lore.server.world.session = buildSessionDetail({
      children: [
        { id: child.id, kind: 'subagent', title: child.title },
        { id: fakeId('ses', 3), kind: 'fork', title: 'Another way' },
      ],
    })
    lore.server.world.otherSessions = [child]
    const { stdout } = await lore.run(['show', SESSION, '--tree'])
    expect(stdout).toMatch(new RegExp(`\\n {2}Look for the lock  subagent, .*${child.id}\\n {4}▌`))
    expect(stdout).toContain(`  fork  Another way  ${fakeId('ses', 3)}`)
    const json = (await lore.run(['show', SESSION, '--tree', '--json'])).json()
    expect(json).toMatchObject({
      tree: { children: [{ session: { id: child.id } }, { messages: null }] },
    })
  })

  test.each([40, 80, 120])('fits %i columns and never cuts an id', async (columns) => {
    lore.server.world.messages = [
      buildMessage(0, 'human', [`a \u001b]0;x\u0007 ${'日本 '.repeat(80)}`]),
      buildMessage(1, 'assistant', [{ type: 'tool_call', id: 'c', name: 'Bash', input: { a: 1 } }]),
    ]
    const options = { columns, env: { NO_COLOR: '1' } }
    const { stdout } = await lore.run(['show', SESSION, '--tree'], options)
    for (const line of stdout.trimEnd().split('\n').slice(0, -1))
      expect(widthOf(line)).toBeLessThanOrEqual(columns)
    expect(stdout).not.toContain('\u001b]')
    if (columns >= 80) expect(stdout).toContain(msg(0))
  })

  test('says in words what tools were asked and answered, never in JSON', async () => {
    const call = {
      type: 'tool_call' as const,
      id: 'c',
      name: 'TodoWrite',
      input: { todos: [{ content: 'Moor the ferry', status: 'pending' }] },
    }
    const result = {
      type: 'tool_result' as const,
      tool_call_id: 'c',
      text: '{"saved": true, "rows": [{"id": 1}]}',
      is_error: false,
    }
    lore.server.world.messages = [
      buildMessage(0, 'assistant', [call]),
      buildMessage(1, 'tool_result', [result]),
    ]
    const { stdout } = await lore.run(['show', SESSION, '--tree'])
    expect(stdout).toContain('→ TodoWrite todos (1)')
    expect(stdout).toContain('tool result: saved yes, rows (1)')
    expect(stdout).not.toMatch(/[{}"]/)
  })

  test('is for sessions alone', async () => {
    const { code, stderr } = await lore.run(['show', msg(0), '--tree'])
    expect(code).toBe(2)
    expect(stderr).toContain('--tree goes with the id of a session')
  })
})
