import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    env: { TZ: 'UTC' },
    hookTimeout: 180_000,
    testTimeout: 180_000,
  },
})
