import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'queue',
    include: ['src/**/*.test.ts'],
    env: { TZ: 'UTC' },
    hookTimeout: 120_000,
    testTimeout: 60_000,
    isolate: false,
  },
})
