import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'e2e',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['./support/prepared-database.ts'],
    env: { TZ: 'UTC' },
    hookTimeout: 180_000,
    testTimeout: 180_000,
  },
})
