import { NO_SLOTS } from '@teamlore/shared/memories'
import { describe, expect, test } from 'vitest'
import { corpusOf } from './corpus.ts'
import { relateStatements } from './relate-statements.ts'

const relationOf = (older: string, newer: string, isOrdered = true) =>
  relateStatements({
    older: { statement: older, slots: NO_SLOTS },
    newer: { statement: newer, slots: NO_SLOTS },
    corpus: corpusOf([older, newer]),
    isOrdered,
  }).relation

describe('two statements that say the same of the same, with another value', () => {
  test.each([
    ['Dashboards are built in Metabase.', 'Dashboards are built in Superset, it hides rows.'],
    ['Production runs in Frankfurt.', 'Production runs in Helsinki, power is cheaper there.'],
    ['The lake is written by Spark.', 'The lake is written by Flink since nobody knows Scala.'],
  ])('change from one to the other: %s', (older, newer) => {
    expect(relationOf(older, newer)).toBe('supersedes')
  })

  test('contradict each other where no time orders them', () => {
    expect(
      relationOf('Dashboards are built in Metabase.', 'Dashboards are built in Superset.', false),
    ).toBe('contradicts')
  })

  test.each([
    ['another subject', 'Logs are kept in Loki.', 'Traces are kept in Tempo.'],
    ['another verb', 'Docker images are based on Alpine.', 'Docker images are scanned by Trivy.'],
    ['another link', 'Logs are shipped by Vector.', 'Logs are shipped to Frankfurt.'],
    ['beside the first', 'Logs are kept in Loki.', 'Logs are also kept in cold storage.'],
    ['distinguished', 'The nightly job recomputes ratings.', 'The hourly job recomputes stock.'],
  ])('leave each other be with %s', (_why, older, newer) => {
    expect(relationOf(older, newer)).not.toBe('supersedes')
  })
})
