import { defineConfig } from 'vitest/config'

// The browser tests in e2e/ want a running server and have a configuration of their own.
export default defineConfig({
  test: { name: 'web', include: ['src/**/*.test.{ts,tsx}'], environment: 'node' },
})
