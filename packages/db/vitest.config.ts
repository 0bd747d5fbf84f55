import { configDefaults, defineConfig } from 'vitest/config'

const isRealLane = process.env['TEST_ENGINE'] === 'postgres'

export default defineConfig({
  test: {
    name: 'db',
    include: ['src/**/*.test.ts'],
    // The embedded engine on disk is the same one whatever the other tests run on.
    exclude: [...configDefaults.exclude, ...(isRealLane ? ['src/engine/embedded-*.test.ts'] : [])],
    env: { TZ: 'UTC' },
    hookTimeout: 120_000,
    testTimeout: 60_000,
    isolate: false,
    globalSetup: ['./src/testing/global-setup.ts'],
  },
})
