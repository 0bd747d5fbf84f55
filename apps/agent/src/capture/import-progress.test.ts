import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { importBench } from './testing/import-bench.ts'

const FIXTURES = fileURLToPath(
  new URL('../../../../packages/sources/src/claude-code/fixtures', import.meta.url),
)

test('progress grows and ends', async () => {
  const bench = await importBench()
  const phases: string[] = []
  let last = 0
  await bench.run({
    path: FIXTURES,
    onProgress: ({ phase, placesDone, placesTotal }) => {
      if (phases.at(-1) !== phase) phases.push(phase)
      expect(placesDone).toBeGreaterThanOrEqual(last)
      expect(placesDone).toBeLessThanOrEqual(placesTotal)
      last = placesDone
    },
  })
  expect(phases).toEqual(['finding', 'sending', 'done'])
  expect(last).toBe(8)
  await bench.close()
})
