// How our sources become bundles: those that are delivered (scripts/build.mjs) and those that tests start (test-bundles.mjs).
import { existsSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { root } from './run.mjs'

const ownPackage = /^@teamlore\//

const packageOf = (path) =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/')

/** A package npm put beside one of ours, not at the top, could not be found from a bundle: it goes in. */
const isAtTop = (path) => existsSync(join(root, 'node_modules', packageOf(path)))

/** Packages from npm stay outside the bundle (some are native, all are in the lock file); our own go in. */
export const keepNpmOutside = {
  name: 'keep-npm-outside',
  setup: (build) => {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind !== 'entry-point' && !ownPackage.test(path) && !isBuiltin(path) && isAtTop(path)
        ? { path, external: true }
        : undefined,
    )
  },
}

/** Its main file finds its parts in a way no bundler follows. */
export const ALIAS = { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' }

export const MODULES = {
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  // Some packages that get bundled still call require().
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
}
