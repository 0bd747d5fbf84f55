import { describe, expect, test } from 'vitest'
import { shellFileChanges } from './shell-file-changes.ts'

const deleted = (...paths: string[]) => paths.map((path) => ({ path, operation: 'delete' }))

describe('files a command plainly deletes or moves', () => {
  test.each([
    ['rm a.ts', deleted('a.ts')],
    ['rm -rf src/old && npm test', []],
    ['git rm -r src/old', []],
    ['rm --recursive .cache dist/', []],
    ['rm -rf src/old.ts node_modules/.vite', deleted('src/old.ts')],
    ['git rm a.ts; git rm a.ts', deleted('a.ts')],
    ['git rm "a b.ts" c.ts; echo done', deleted('a b.ts', 'c.ts')],
    [
      'git mv src/a.ts src/b.ts',
      [...deleted('src/a.ts'), { path: 'src/b.ts', operation: 'rename' }],
    ],
    ['mv a.ts folder', []],
    ['mv a.ts b.ts c', []],
    ['git rm --cached a.ts', []],
    ['rm *.ts', []],
    ['rm $FILE', []],
    ['rm ~/x', []],
    ['cd src && rm a.ts', []],
    ['cat list | xargs rm', []],
    ['echo rm a.ts', []],
    ['npm rm left-pad', []],
    ['rm "never closed', []],
    ['', []],
  ])('%j', (command, expected) => {
    expect(shellFileChanges(command)).toEqual(expected)
  })
})
