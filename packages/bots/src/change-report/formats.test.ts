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
    expect(testcase[1]['system-out']).toMatch(/^src\/export\.ts:12\n/)
  })

  test('has only what the schema that Jenkins publishes (junit-10.xsd) knows', () => {
    const known: Record<string, { within: string[]; attributes: string[] }> = {
      testsuites: { within: [''], attributes: ['name', 'time', 'tests', 'failures', 'errors'] },
      testsuite: {
        within: ['testsuites'],
        attributes: ['name', 'tests', 'failures', 'errors', 'skipped', 'time'],
      },
      testcase: { within: ['testsuite'], attributes: ['name', 'time', 'classname'] },
      failure: { within: ['testcase'], attributes: ['type', 'message'] },
      'system-out': { within: ['testcase'], attributes: [] },
    }
    type Node = { ':@'?: Record<string, string> } & Record<string, unknown>
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '',
      preserveOrder: true,
    })
    const elementsIn = (nodes: Node[], within: string) =>
      nodes.flatMap(({ ':@': attributes = {}, '#text': _, '?xml': __, ...node }) =>
        Object.entries(node).map(([name, children]) => ({
          name,
          within,
          attributes: Object.keys(attributes),
          children: children as Node[],
        })),
      )
    const seen = new Set<string>()
    const left = elementsIn(parser.parse(junitOf(whole, [grave])), '')
    for (const { name, within, attributes, children } of left) {
      seen.add(name)
      expect(known[name]?.within, name).toContain(within)
      expect(known[name]?.attributes, name).toEqual(expect.arrayContaining(attributes))
      left.push(...elementsIn(children, name))
    }
    expect(seen).toEqual(new Set(Object.keys(known)))
  })

  test('has one test that passes where there is nothing to say', () => {
    expect(read(junitOf(report([]), [])).testsuites.testsuite.testcase.name).toBe('Nothing to say')
  })

  test('is XML whatever the words are', () => {
    const hostile = item({ statement: ']]><x a="1">\u0000\u0008\ud800 & <!-- ', title: '' })
    expect(XMLValidator.validate(junitOf(report([hostile]), [hostile]))).toBe(true)
  })
})
