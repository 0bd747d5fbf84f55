// The tests of the dashboard go through one browser, one after the other, and wait most of the time: run beside all others they cost
// the whole run next to nothing, run after them some minutes.
import { spawn } from 'node:child_process'
import { bin, root } from './run.mjs'

const REPORT = /^(--outputFile(?:\.json)?=.*?)(\.json)$/

/** Words that choose what is run: then all of it is one run. */
const chooses = (word) =>
  word === '--project' || word.startsWith('--project=') || !word.startsWith('-')

/** @returns the exit code of the worse of both. */
export const besideOthers = async (words, { vitest, env }) => {
  if (words.some(chooses)) return vitest(words)
  const browser = quiet(['--project', 'browser', ...words.map(ownReport)], env)
  const others = await vitest(['--project', '!browser', ...words])
  const { code, output } = await browser
  process.stdout.write(`\nThe tests of the dashboard, which ran beside:\n${output}`)
  return others === 0 ? code : others
}

/** A report of its own, beside that of the others. */
const ownReport = (word) => word.replace(REPORT, '$1-browser$2')

const quiet = (words, env) =>
  new Promise((resolve, reject) => {
    const chunks = []
    const child = spawn(bin('vitest'), ['run', ...words], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.on('error', reject)
    child.on('exit', (code, signal) =>
      resolve({ code: code ?? (signal ? 130 : 1), output: Buffer.concat(chunks).toString() }),
    )
  })
