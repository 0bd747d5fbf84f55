import { expect, test } from 'vitest'
import { leftOutText } from './left-out-text.ts'

test.each([
  [{ sessions: 1, contents: 0 }, '1 session, by'],
  [{ sessions: 0, contents: 2 }, 'contents of files or commands in 2 places, by'],
  [
    { sessions: 2, memoryFiles: 0, contents: 1 },
    '2 sessions and contents of files or commands in 1 place, by',
  ],
  [
    { sessions: 2, memoryFiles: 1, contents: 3 },
    '2 sessions, 1 memory file and contents of files or commands in 3 places, by',
  ],
])('what is left out (%j) is shown without what is not', (leftOut, begin) => {
  expect(leftOutText(leftOut)).toBe(`${begin} .loreignore or because these hold secrets`)
})
