import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'hosts',
    include: ['src/**/*.test.ts'],
    env: { TZ: 'UTC' },
    testTimeout: 60_000,
    // No test changes what another one sees, and loading everything again for each file takes as long as the tests do.
    isolate: false,
  },
})
