import { describe, expect, test } from 'vitest'
import { findComments } from './find-comments.ts'

const found = (path: string, ...lines: string[]) =>
  findComments(path, lines.join('\n')).map(({ marker, text, line }) => `${line} ${marker}: ${text}`)

describe('a marked comment', () => {
  test.each([
    ['src/a.ts', '// WARNING: Never call this twice in a row.'],
    ['src/a.go', '\t// WARNING(ana): Never call this twice in a row.'],
    ['src/a.py', '# WARNING: Never call this twice in a row.'],
    ['db/a.sql', '-- WARNING: Never call this twice in a row.'],
    ['a.html', '<!-- WARNING: Never call this twice in a row. -->'],
    ['src/a.css', '/* WARNING: Never call this twice in a row. */'],
    ['src/a.rs', '/// WARNING: Never call this twice in a row.'],
    ['Dockerfile', '# WARNING: Never call this twice in a row.'],
    ['src/a.js', 'start() // WARNING: Never call this twice in a row.'],
  ])('is found in %s', (path, line) => {
    expect(found(path, line)).toEqual(['1 WARNING: Never call this twice in a row.'])
  })

  test('is read on to its end, and no further', () => {
    expect(
      found(
        'src/a.ts',
        '/**',
        ' * DECISION: Tides are kept in UTC,',
        ' * as ferries cross zones.',
        ' * @param zone where',
        ' */',
        '// HACK: The library drops the last byte,',
        '// so we pad.',
        '// TODO: ask them',
        'pad()',
        '// IMPORTANT: The lock is taken first, always.',
        '',
        '// Something else entirely.',
      ),
    ).toEqual([
      '2 DECISION: Tides are kept in UTC, as ferries cross zones.',
      '6 HACK: The library drops the last byte, so we pad.',
      '10 IMPORTANT: The lock is taken first, always.',
    ])
  })

  test.each([
    ['src/a.ts', 'const say = "// WARNING: not a comment at all"'],
    ['src/a.ts', '// Warning: this is talk among others'],
    ['src/a.ts', '// WARNINGS: are printed to stderr here'],
    ['src/a.ts', '// WARNING: hot!'],
    ['src/a.ts', 'WARNING: no comment at all, this line'],
    ['README.md', '# IMPORTANT: read this before you start'],
    ['app.min.js', '// WARNING: Never call this twice in a row.'],
    ['data.json', '// WARNING: Never call this twice in a row.'],
  ])('is none in %s: %s', (path, line) => {
    expect(found(path, line)).toEqual([])
  })

  test('of a huge line or file costs no time, and is cut where it is endless', () => {
    expect(found('a.ts', `// WARNING: ${'so very long '.repeat(100_000)}`)).toEqual([])
    const many = Array.from({ length: 50 }, () => `// ${'word '.repeat(100)}`)
    const [only] = findComments('a.ts', ['// WARNING: It goes on and on', ...many].join('\n'))
    expect(only?.text.length).toBeLessThanOrEqual(1_000)
  })
})
