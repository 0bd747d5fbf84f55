import { defineConfig } from 'vitest/config'

// Against a server that runs: BASE_URL, and SIGN_IN_URL or TEAMLORE_ADMIN_KEY. One file after another, in one browser.
export default defineConfig({
  test: {
    name: 'web-e2e',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    fileParallelism: false,
    sequence: { concurrent: false },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    bail: 0,
  },
})
