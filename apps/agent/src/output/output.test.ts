import { describe, expect, test } from 'vitest'
import { parseEnv } from '../env.ts'
import { bold, red } from './line.ts'
import { createOutput } from './output.ts'

const stream = (fields: { isTTY?: boolean; columns?: number } = {}) => {
  const written: string[] = []
  return { ...fields, write: (text: string) => written.push(text), text: () => written.join('') }
}

const printed = (env: Record<string, string>, isTTY: boolean): string => {
  const stdout = stream(isTTY ? { isTTY, columns: 80 } : {})
  createOutput({ ...parseEnv(env), stdout, stderr: stream() }).print([bold('hi')])
  return stdout.text()
}

const COLOURED = '\u001b[1mhi\u001b[22m\n'

describe('colours', () => {
  test.each([
    ['in a terminal', {}, true, COLOURED],
    ['in a pipe', {}, false, 'hi\n'],
    ['in a terminal with NO_COLOR', { NO_COLOR: '1' }, true, 'hi\n'],
    ['in a terminal with an empty NO_COLOR', { NO_COLOR: '' }, true, COLOURED],
    ['in a pipe with FORCE_COLOR', { FORCE_COLOR: '1' }, false, COLOURED],
    ['in a terminal with FORCE_COLOR=0', { FORCE_COLOR: '0' }, true, 'hi\n'],
    ['with both, NO_COLOR wins', { FORCE_COLOR: '1', NO_COLOR: '1' }, true, 'hi\n'],
    ['in a dumb terminal', { TERM: 'dumb' }, true, 'hi\n'],
  ])('%s', (_where, env, isTTY, expected) => {
    expect(printed(env, isTTY)).toBe(expected)
  })
})

describe('output', () => {
  test('has the width of the terminal, and none in a pipe', () => {
    const widthOf = (stdout: ReturnType<typeof stream>) =>
      createOutput({ colors: 'never', stdout, stderr: stream() }).width
    expect(widthOf(stream({ isTTY: true, columns: 63 }))).toBe(63)
    expect(widthOf(stream({ isTTY: true, columns: 3 }))).toBe(20)
    expect(widthOf(stream({ isTTY: true }))).toBe(80)
    expect(widthOf(stream())).toBeUndefined()
  })

  test('takes the line that is written over away before it says anything else', () => {
    const stderr = stream({ isTTY: true, columns: 40 })
    const output = createOutput({ colors: 'never', stdout: stream(), stderr })
    output.transient?.show(() => ['10 of 20 files'])
    output.note([red('lore'), '  stopped'])
    expect(stderr.text()).toBe('10 of 20 files\r\u001b[Klore  stopped\n')
  })

  test('writes over nothing where the terminal cannot do that', () => {
    const of = (fields: object, isDumbTerminal: boolean) =>
      createOutput({ colors: 'never', isDumbTerminal, stdout: stream(), stderr: stream(fields) })
    expect(of({}, false).transient).toBeUndefined()
    expect(of({ isTTY: true }, true).transient).toBeUndefined()
    expect(of({ isTTY: true }, false).transient).toBeDefined()
  })

  test('never shows a line on which more would be left behind than can be taken away', () => {
    const stderr = stream({ isTTY: true, columns: 30 })
    const output = createOutput({ colors: 'never', stdout: stream(), stderr })
    output.transient?.show(() => ['x'.repeat(30)])
    expect(stderr.text()).toBe('')
  })
})
