import { defineConfig } from 'vitest/config'

// Vite keeps BASE_URL for a purpose of its own (there it is a path), so the tests get the address under another name.
const given = process.env['BASE_URL']
const address = given?.startsWith('http') ? { E2E_BASE_URL: given } : {}

// Against a server that runs: E2E_BASE_URL, and SIGN_IN_URL or TEAMLORE_ADMIN_KEY. One file after another, in one browser.
export default defineConfig({
  test: {
    // A report shows what a page said, whole.
    chaiConfig: { truncateThreshold: 2_000 },
    // As long as the driver waits for what a page shows: a slow machine is no failure.
    expect: { poll: { timeout: 30_000 } },
    name: 'web-e2e',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    fileParallelism: false,
    sequence: { concurrent: false },
    env: address,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
