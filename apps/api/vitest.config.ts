import { configDefaults, defineConfig } from 'vitest/config'
import { testsWithoutDatabase } from '../../scripts/lib/tests-without-database.mjs'

const isRealLane = process.env['TEST_ENGINE'] === 'postgres'

export default defineConfig({
  test: {
    name: 'api',
    include: ['src/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      ...(isRealLane ? testsWithoutDatabase(import.meta.dirname) : []),
    ],
    env: { TZ: 'UTC' },
    hookTimeout: 300_000,
    testTimeout: 60_000,
    isolate: false,
    globalSetup: ['@teamlore/db/testing/global-setup'],
  },
})
