import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/lib/longest-first.mjs'

export default defineConfig({
  test: {
    projects: [
      'apps/*',
      'packages/*',
      'apps/server/e2e',
      { test: { name: 'scripts', root: import.meta.dirname, include: ['scripts/**/*.test.mjs'] } },
      {
        extends: './apps/web/e2e/vitest.config.ts',
        test: {
          name: 'e2e-browser',
          root: './apps/web/e2e',
          globalSetup: [`${import.meta.dirname}/apps/server/e2e/support/serve-for-browser.ts`],
        },
      },
    ],
    env: { TZ: 'UTC' },
    hookTimeout: 120_000,
    sequence: { sequencer: LongestFirst },
    // What was transformed once is read from node_modules by the next run, and by the other lane.
    experimental: { fsModuleCache: true },
    // Each worker may hold a database of some 400 MB, and the databases want a core too.
    maxWorkers: 2,
  },
})
