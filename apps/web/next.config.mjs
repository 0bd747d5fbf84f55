import { join } from 'node:path'

// Where `next dev` finds an API; in production the process that serves the pages forwards these paths itself.
const devApi = process.env.NODE_ENV === 'development' ? process.env.API_URL : undefined
// The path that the dashboard is built for, and the folder that it is built into: scripts/build.mjs says both.
const basePath = process.env.TEAMLORE_BASE_PATH ?? ''
const distDir = process.env.TEAMLORE_DASHBOARD_FOLDER ?? '.next'

/** @type {import('next').NextConfig} */
const config = {
  basePath,
  distDir,
  // What our own code puts before an address that it writes itself.
  env: { BASE_PATH: basePath },
  turbopack: { root: join(import.meta.dirname, '../..') },
  transpilePackages: ['@teamlore/shared'],
  // `npm run typecheck` holds the types; a start on somebody's machine does not pay for it again.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    optimizePackageImports: ['@mantine/core', '@mantine/hooks', '@tabler/icons-react'],
  },
  poweredByHeader: false,
  // In development live events pass through here, and compression would hold them back.
  compress: devApi === undefined,
  devIndicators: false,
  agentRules: false,
  rewrites: async () =>
    devApi === undefined
      ? []
      : ['/v1/:path*', '/docs/:path*', '/openapi.json'].map((source) => ({
          source,
          destination: `${devApi}${source}`,
        })),
}

export default config
