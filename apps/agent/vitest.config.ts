import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'agent',
    include: ['src/**/*.test.ts'],
    env: { TZ: 'UTC' },
    testTimeout: 60_000,
  },
})
