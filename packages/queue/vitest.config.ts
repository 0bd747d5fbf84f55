import { configDefaults, defineConfig } from 'vitest/config'
import { testsWithoutDatabase } from '../../scripts/lib/tests-without-database.mjs'

const isRealLane = process.env['TEST_ENGINE'] === 'postgres'

export default defineConfig({
  test: {
    name: 'queue',
    include: ['src/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      ...(isRealLane ? testsWithoutDatabase(import.meta.dirname) : []),
    ],
    env: { TZ: 'UTC' },
    hookTimeout: 120_000,
    testTimeout: 60_000,
    isolate: false,
  },
})
