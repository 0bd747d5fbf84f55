import { defineConfig } from 'vitest/config'

// The browser tests in e2e/ want a running server and have a configuration of their own.
export default defineConfig({
  test: {
    name: 'web',
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'node',
    hookTimeout: 120_000,
    testTimeout: 60_000,
    // No test changes what another one sees, and loading everything again for each file takes as long as the tests do.
    isolate: false,
  },
})
