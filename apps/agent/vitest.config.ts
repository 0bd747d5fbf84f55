import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'agent',
    include: ['src/**/*.test.ts'],
    env: { TZ: 'UTC' },
    hookTimeout: 120_000,
    testTimeout: 60_000,
    // No test changes what another one sees, and loading everything again for each file takes as long as the tests do.
    isolate: false,
  },
})
