// npm leaves an optional package of another platform out of the lock file when its registry does not serve it, and `npm ci` then
// refuses the lock file everywhere. This puts them back, by the exact version their parent asks for, without a checksum.
// `npm run lock` after every change of dependencies; `--check` fails when something is missing.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/run.mjs'

const file = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/
const SYSTEMS = {
  win32: 'win32',
  windows: 'win32',
  darwin: 'darwin',
  linux: 'linux',
  android: 'android',
  freebsd: 'freebsd',
  openharmony: 'openharmony',
}
const PROCESSORS = {
  x64: 'x64',
  64: 'x64',
  arm64: 'arm64',
  arm: 'arm',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
}
const LIBRARIES = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' }

const firstOf = (table, words) => words.map((word) => table[word]).find(Boolean)

/** `@biomejs/cli-darwin-arm64` → the fields by which npm knows whether it fits a machine. */
const platformOf = (name) => {
  const words = name.split('/').at(-1).split('-')
  const os = firstOf(SYSTEMS, words)
  const cpu = firstOf(PROCESSORS, words)
  const libc = os === 'linux' && firstOf(LIBRARIES, words)
  return os && cpu && { cpu: [cpu], os: [os], ...(libc && { libc: [libc] }) }
}

const missing = Object.entries(lock.packages).flatMap(
  ([path, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(
        ([name]) =>
          !lock.packages[`${path}/node_modules/${name}`] && !lock.packages[`node_modules/${name}`],
      )
      .flatMap(([name, version]) => {
        const platform = EXACT.test(version) && platformOf(name)
        return platform
          ? [
              [
                `node_modules/${name}`,
                { version, ...platform, ...(dev && { dev }), optional: true },
              ],
            ]
          : []
      }),
)

if (missing.length > 0 && process.argv.includes('--check')) {
  const names = missing.map(([path]) => path.slice('node_modules/'.length))
  process.stderr.write(`package-lock.json lacks ${names.join(', ')}. Run \`npm run lock\`.\n`)
  process.exit(1)
}
if (missing.length > 0) {
  const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) })
  lock.packages = Object.fromEntries(packages.sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
process.stdout.write(
  `lock file: ${Object.keys(lock.packages).length} packages, ${missing.length} put back\n`,
)
