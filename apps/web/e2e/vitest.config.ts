import { defineConfig } from 'vitest/config'

// Against a server that runs: E2E_BASE_URL, and SIGN_IN_URL or TEAMLORE_ADMIN_KEY. One file after another, in one browser.
export default defineConfig({
  test: {
    name: 'web-e2e',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    fileParallelism: false,
    sequence: { concurrent: false },
    // Vite keeps BASE_URL for a purpose of its own, so the tests get it under another name.
    env: { E2E_BASE_URL: process.env['BASE_URL'] ?? '' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
