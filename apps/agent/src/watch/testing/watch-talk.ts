import { jsonl, said, text, typed } from '@teamlore/sources/claude-code/testing/records'
import { expect } from 'vitest'
import { keysOn, type WatchBench } from './watch-bench.ts'

export const ID = '11111111-aaaa-4aaa-8aaa-111111111111'
export const OTHER = '22222222-bbbb-4bbb-8bbb-222222222222'
export const PATIENT = { timeout: 10_000, interval: 50 }

/** A question and its answer, as Claude Code writes them down. */
export const turn = (n: number, session = ID) => [
  typed(`${session[0]}u${n}`, null, `question ${n}`, { sessionId: session }),
  said(`${session[0]}a${n}`, `${session[0]}u${n}`, {
    id: `${session[0]}m${n}`,
    block: text(`answer ${n}`),
    more: { sessionId: session },
  }),
]

export const keysOf = (turns: number[], session = ID): string[] =>
  turns.flatMap((n) => [`${session[0]}m${n}:req`, `${session[0]}u${n}`]).sort()

export const isReady = (watching: { events: { kind: string }[] }) =>
  expect.poll(() => watching.events.map(({ kind }) => kind), PATIENT).toContain('ready')

/** Sessions of turns, on the bench there is at the time. */
export const talkOn = (bench: () => WatchBench) => {
  const held = (session = ID) => keysOn(bench().server, session)
  return {
    held,
    write: (turns: number[], session = ID): string =>
      bench().home.write(bench().file(session), jsonl(turns.flatMap((n) => turn(n, session)))),
    arrives: (turns: number[], session = ID) =>
      expect.poll(() => held(session), PATIENT).toEqual(keysOf(turns, session)),
  }
}
