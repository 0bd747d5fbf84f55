import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { item, report } from '../testing/build-report.ts'
import { failingItems } from './gate.ts'
import { junitOf } from './junit.ts'
import { changeSarif } from './sarif.ts'

const grave = item({
  id: 'mem_2',
  kind: 'graveyard',
  bears_by: 'resembles',
  path: null,
  line: null,
})
const stale = item({ id: 'mem_3', kind: 'decision', stale_reason: 'Gone.' })
const whole = report([grave, item(), stale])

describe('a check', () => {
  test('fails by nothing unless it is asked to', () => {
    expect(failingItems(whole, [])).toEqual([])
  })

  test.each([
    ['tried' as const, ['mem_2']],
    ['invariant' as const, [item().id]],
    ['stale' as const, ['mem_3']],
    ['contradicted' as const, []],
  ])('asked for %s fails by these alone', (gate, ids) => {
    expect(failingItems(whole, [gate]).map(({ id }) => id)).toEqual(ids)
  })
})

describe('SARIF', () => {
  const sarif = changeSarif(whole, { version: '1.2.3', failing: [stale] })

  test('has the place of each item where it has one, and an error of what fails', () => {
    expect(sarif.runs[0]?.results.map(({ level }) => level)).toEqual([
      'warning',
      'warning',
      'error',
    ])
    expect(sarif.runs[0]?.results[0]).not.toHaveProperty('locations')
    expect(sarif.runs[0]?.results[1]?.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'src/export.ts' },
          region: { startLine: 12 },
        },
      },
    ])
  })

  test('names a rule for each result', () => {
    const rules = new Set(sarif.runs[0]?.tool.driver.rules.map(({ id }) => id))
    for (const { ruleId } of sarif.runs[0]?.results ?? []) expect(rules).toContain(ruleId)
  })
})

describe('JUnit', () => {
  const read = (text: string) =>
    new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(text)

  test('has a test for each item, of which those fail that the check fails by', () => {
    const { testsuites } = read(junitOf(whole, [grave]))
    expect(testsuites).toMatchObject({ tests: '3', failures: '1' })
    const { testcase } = testsuites.testsuite
    expect(testcase.map((one: { failure?: unknown }) => one.failure !== undefined)).toEqual([
      true,
      false,
      false,
    ])
    expect(testcase[1].file).toBe('src/export.ts:12')
  })

  test('has one test that passes where there is nothing to say', () => {
    expect(read(junitOf(report([]), [])).testsuites.testsuite.testcase.name).toBe('Nothing to say')
  })

  test('is XML whatever the words are', () => {
    const hostile = item({ statement: ']]><x a="1">\u0000\u0008\ud800 & <!-- ', title: '' })
    expect(XMLValidator.validate(junitOf(report([hostile]), [hostile]))).toBe(true)
  })
})
