import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { compareHouse } from './lib/house/compare.mjs'
import { measureHouse } from './lib/house/measure.mjs'

const roots = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

/** The figures of a small tree. */
const measured = (texts) => {
  const root = mkdtempSync(join(tmpdir(), 'house-'))
  roots.push(root)
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return measureHouse(root, Object.keys(texts))
}

const knotsIn = (texts) => measured(texts).product.folderCycles

describe('folders of a package that import each other', () => {
  test('are found, with the imports that tie them', () => {
    const { value, places } = knotsIn({
      'packages/one/src/a/a.ts': "import { b } from '../b/b.ts'\n",
      'packages/one/src/b/b.ts': "export const b = 1\nexport { c } from '../c/c.ts'\n",
      'packages/one/src/c/c.ts': "import { a } from '../a/more.ts'\n",
      'packages/one/src/a/more.ts': 'export const a = 1\n',
    })
    expect(value).toBe(1)
    expect(places[0]).toContain('packages/one/src/a, packages/one/src/b, packages/one/src/c')
    expect(places[0]).toContain('packages/one/src/c/c.ts → packages/one/src/a/more.ts')
  })

  test('count where only a type is imported', () => {
    const { value } = knotsIn({
      'packages/one/src/a/a.ts': "import type { B } from '../b/b.ts'\n",
      'packages/one/src/b/b.ts': "import {\n  type A,\n} from '../a/a.ts'\n",
    })
    expect(value).toBe(1)
  })

  test('count where one lies in the other', () => {
    const { value } = knotsIn({
      'packages/one/src/a/a.ts': "import '../a/deep/b.ts'\n",
      'packages/one/src/a/deep/b.ts': "import '../c.ts'\n",
      'packages/one/src/a/c.ts': '',
    })
    expect(value).toBe(1)
  })

  test('count where the way back leads through other subfolders', () => {
    const { value } = knotsIn({
      'packages/one/src/a/one/x.ts': "import '../../b/one/x.ts'\n",
      'packages/one/src/b/one/x.ts': '',
      'packages/one/src/b/two/x.ts': "import '../../a/two/x.ts'\n",
      'packages/one/src/a/two/x.ts': '',
    })
    expect(value).toBe(1)
  })

  test('count where the way back leads through a file outside of all folders', () => {
    const { value } = knotsIn({
      'apps/one/src/compose.ts': "import './a/a.ts'\n",
      'apps/one/src/a/a.ts': "import('../compose.ts')\n",
    })
    expect(value).toBe(1)
  })

  test('count by the short name of the sources, too', () => {
    const { value } = knotsIn({
      'apps/web/src/a/a.tsx': "import { b } from '@/b/b'\n",
      'apps/web/src/b/b.ts': "import { c } from '@/a/c'\n",
      'apps/web/src/a/c.ts': '',
    })
    expect(value).toBe(1)
  })

  test('are none where all imports go one way', () => {
    const { value } = knotsIn({
      'packages/one/src/index.ts': "export * from './a/a.ts'\n",
      'packages/one/src/a/a.ts': "import '../b/b.ts'\nimport './deep/a.ts'\nimport 'zod'\n",
      'packages/one/src/a/deep/a.ts': "import '../../b/b.ts'\n",
      'packages/one/src/b/b.ts': "import '../errors.ts'\n",
      'packages/one/src/errors.ts': '',
    })
    expect(value).toBe(0)
  })

  test('are left to tests, which may import everything', () => {
    const { value } = knotsIn({
      'packages/one/src/a/a.ts': "import '../b/b.ts'\n",
      'packages/one/src/b/b.ts': '',
      'packages/one/src/b/b.test.ts': "import '../a/a.ts'\n",
      'packages/one/src/b/testing/world.ts': "import '../../a/a.ts'\n",
    })
    expect(value).toBe(0)
  })
})

describe('what is counted by word', () => {
  test('is counted in product code and in tests apart', () => {
    const { product, tests } = measured({
      'packages/db/src/a.ts': 'rows<Row>(db, sql)\nrows<Row>(db, sql)\nallrows<Row>()\n',
      'packages/db/src/a.test.ts': 'rows<Row>(db, sql)\n',
    })
    expect(product.casts).toEqual({ value: 2, places: ['packages/db/src/a.ts (2)'] })
    expect(tests.casts.value).toBe(1)
  })

  test('packed spreads are literals, not conditions and not values', () => {
    const { product } = measured({
      'packages/one/src/a.ts':
        'f({ ...{ a, b }, c })\nf({ ...(a && { a }), ...rest })\nf({\n  ...{\n    a } })\n',
    })
    expect(product.packedSpreads.value).toBe(2)
  })

  test('"tell" is found in prose and in parts of names, and not in other words', () => {
    const { product } = measured({
      'docs/a.md': 'It tells. Told once, telling twice.\n',
      'packages/one/src/a.ts':
        'const toldOf = told_at\nconst isTold = last_told\nintelligent.retold\n',
      'packages/db/migrations/0001_a.sql': 'told_at',
      'bench/data/a.ts': 'told',
    })
    expect(product.tells.value).toBe(3 + 4)
  })

  test("calls of the builder are those that name a table of the schema, after the builder's verbs", () => {
    const { product } = measured({
      'packages/db/src/things/table.ts':
        "export const thingsTable = teamlore.table('things', {})\n",
      'packages/db/src/a.ts':
        'db.select().from(thingsTable)\ndb.insert(\n  thingsTable,\n)\nkept.delete(thing)\nArray.from(things)\n',
    })
    expect(product.builderCalls.value).toBe(2)
  })
})

describe('sizes', () => {
  const lines = (count) => 'x\n'.repeat(count)

  test('the largest folder is the one with most files directly in it, tests apart', () => {
    const { product, tests } = measured({
      'packages/one/src/a/1.ts': '',
      'packages/one/src/a/2.ts': '',
      'packages/one/src/a/deep/3.ts': '',
      'packages/one/src/b/1.ts': '',
      'packages/one/src/b/1.test.ts': '',
      'packages/one/src/b/2.test.ts': '',
      'packages/one/src/b/3.test.ts': '',
    })
    expect(product.largestFolder.value).toBe(2)
    expect(product.largestFolder.places[0]).toBe('packages/one/src/a (2)')
    expect(tests.largestFolder.value).toBe(3)
  })

  test('nine files of ten are no longer than a long file', () => {
    const texts = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`packages/one/src/${at}.ts`, lines(10 * (at + 1))]),
    )
    const { product } = measured(texts)
    expect(product.longFile.value).toBe(190)
    expect(product.longestFile).toMatchObject({ value: 200 })
    expect(product.longestFile.places[0]).toBe('packages/one/src/19.ts (200)')
  })
})

describe('a figure beside its bound', () => {
  const house = {
    product: {
      casts: { value: 3, places: ['packages/db/src/a.ts (3)'] },
      builderCalls: { value: 5, places: [] },
    },
  }
  const compared = (casts, builderCalls) =>
    compareHouse(house, { atMost: { product: { casts } }, atLeast: { product: { builderCalls } } })

  test('is well where it is at its bound', () => {
    expect(compared(3, 5)).toMatchObject({ failures: [], closer: [] })
  })

  test('fails above its ceiling, and says which it is, what it counts and where', () => {
    const [failure, ...more] = compared(2, 5).failures
    expect(more).toEqual([])
    expect(failure).toContain('casts, product: 3 casts of unchecked rows')
    expect(failure).toContain('the ceiling is 2')
    expect(failure).toContain('packages/db/src/a.ts (3)')
  })

  test('fails below its floor', () => {
    expect(compared(3, 6).failures[0]).toContain('the floor is 6')
  })

  test('asks for a closer bound where it is better', () => {
    expect(compared(4, 4)).toMatchObject({
      failures: [],
      closer: [
        'casts, product: lower the ceiling to 3',
        'builderCalls, product: raise the floor to 5',
      ],
    })
  })

  test('must have a bound', () => {
    expect(() => compareHouse(house, { atMost: {}, atLeast: {} })).toThrow('no bound for casts')
  })
})
