import { expect, test } from 'vitest'
import { pathsTouchedBy } from './touched-paths.ts'

test.each([`cat "/home/ana/my own/a.txt"`, `cd x && head -n 3 '/home/ana/my own/a.txt' | wc`])(
  'a path with a space, which stands in quotes, is one: %s',
  (command) => {
    expect(pathsTouchedBy({ command })).toContain('/home/ana/my own/a.txt')
  },
)
