// The arrows of docs/architecture.md, and proof that every rule still bites: what is planted against it must be reported.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PLANTS, RULES } from './lib/planted-violations.mjs'
import { bin, root } from './lib/run.mjs'

const cruise = () => {
  try {
    return execFileSync(
      bin('depcruise'),
      ['apps', 'packages', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
      { cwd: root, maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] },
    )
  } catch (error) {
    // It ends with the number of violations as exit code; the report is on stdout all the same.
    if (error.stdout?.length > 0) return error.stdout
    throw error
  }
}

/** What is reported while the violations lie there. Whatever happens, they are taken away again. */
const cruiseWithPlants = () => {
  const madeFolders = []
  try {
    for (const { file, text } of PLANTS) {
      const folder = dirname(join(root, file))
      if (!existsSync(folder)) madeFolders.push(folder)
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(root, file), text)
    }
    return JSON.parse(cruise().toString()).summary
  } finally {
    for (const { file } of PLANTS) rmSync(join(root, file), { force: true })
    for (const folder of madeFolders) rmdirSync(folder)
  }
}

const say = ({ rule, from, to }) => `  ${rule.name}: ${from} → ${to}`
const fail = (message) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const proven = new Set(PLANTS.flatMap(({ breaks }) => breaks.map(({ rule }) => rule)))
const unproven = RULES.filter((rule) => !proven.has(rule))
if (unproven.length > 0)
  fail(`Nothing in scripts/lib/planted-violations.mjs breaks ${unproven.join(', ')}.`)

const tracked = execFileSync('git', ['ls-files', '--', 'apps', 'packages'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => /\/src\/.*\.tsx?$/.test(file) && !file.endsWith('.d.ts')).length

const { violations, totalCruised } = cruiseWithPlants()

for (const { file, breaks } of PLANTS)
  for (const { rule, to } of breaks) {
    const isReported = violations.some(
      (one) => one.from === file && one.rule.name === rule && (to === undefined || one.to === to),
    )
    if (!isReported)
      fail(
        `The boundary check is blind: ${file} broke ${rule} ${to ? `by importing ${to} ` : ''}and nothing was said.`,
      )
  }
const planted = new Set(PLANTS.map(({ file }) => file))
const own = violations.filter(({ from }) => !planted.has(from))
if (totalCruised < tracked)
  fail(`Only ${totalCruised} modules were looked at, but ${tracked} sources are tracked.`)
if (own.length > 0) fail(`Boundaries broken:\n${own.map(say).join('\n')}`)
const arrows = PLANTS.reduce((sum, { breaks }) => sum + breaks.length, 0)
process.stdout.write(
  `boundaries: ${totalCruised} modules, 0 violations; ${RULES.length} rules, each red for what was planted (${arrows} arrows)\n`,
)
