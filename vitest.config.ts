import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['apps/*', 'packages/*'],
    env: { TZ: 'UTC' },
    hookTimeout: 120_000,
    // Each worker may hold a database of some 400 MB, and the databases want a core too.
    maxWorkers: 2,
  },
})
