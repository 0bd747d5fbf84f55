import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'api',
    include: ['src/**/*.test.ts'],
    env: { TZ: 'UTC' },
    hookTimeout: 300_000,
    testTimeout: 60_000,
    isolate: false,
    globalSetup: ['@teamlore/db/testing/global-setup'],
  },
})
