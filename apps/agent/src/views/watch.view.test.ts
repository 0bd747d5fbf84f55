import { describe, expect, test } from 'vitest'
import type { Line } from '../output/line.ts'
import { textOf } from '../output/line.ts'
import { createWatchNotes } from './watch.view.ts'

const START = Date.UTC(2026, 4, 1, 12)

const open = () => {
  let at = START
  const lines: string[] = []
  const output = {
    note: (...added: Line[]) =>
      void lines.push(...added.map((line) => line.map((piece) => textOf(piece)).join(''))),
  }
  const notes = createWatchNotes({ output, now: () => new Date(at), server: '', home: '' })
  const send = (messages: number, seconds: number) => {
    at = START + seconds * 1_000
    notes.note({ kind: 'sent', messages })
  }
  return { lines, notes, send }
}
const counted = (lines: readonly string[]) =>
  lines.reduce((sum, line) => sum + Number(/ (\d+) messages? sent$/.exec(line)?.[1] ?? 0), 0)

describe('the log of a watch', () => {
  test('counts every message that was sent, the last ones before it ends too', () => {
    const { lines, notes, send } = open()
    for (const [messages, seconds] of [
      [3, 0],
      [4, 10],
      [5, 70],
      [1, 75],
    ] as const)
      send(messages, seconds)
    expect(counted(lines)).toBe(12)
    notes.flush()
    expect(counted(lines)).toBe(13)
    expect(lines.at(-1)).toMatch(/ 1 message sent$/)
  })

  test('has one line a minute at most, and none for nothing', () => {
    const { lines, notes, send } = open()
    for (let second = 0; second < 60; second++) send(1, second)
    expect(lines).toHaveLength(1)
    send(0, 61)
    notes.flush()
    notes.flush()
    expect(lines).toHaveLength(2)
    expect(counted(lines)).toBe(60)
  })
})
