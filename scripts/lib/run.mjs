import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Runs a command in the project's root; resolves with its exit code (128 + signal when it was killed). */
export const run = (command, args, { env = {}, stdio = 'inherit', cwd = root } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio,
      env: { ...process.env, ...env },
      // npm and the bins in node_modules are .cmd files on Windows.
      shell: process.platform === 'win32',
    })
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 130 : 1)))
  })

/** Like `run`, but keeps what the command writes, and resolves with it. */
export const runCaptured = async (command, args, { env = {}, cwd = root } = {}) => {
  const chunks = []
  const code = await new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.on('error', reject)
    // Not `exit`: what it wrote last may come after that.
    child.on('close', (exitCode, signal) => resolve(exitCode ?? (signal ? 130 : 1)))
  })
  return { code, output: Buffer.concat(chunks) }
}

/** Keeps quiet unless the command fails; then prints everything and ends with the same code. */
export const runQuietly = async (title, command, args, options = {}) => {
  const started = Date.now()
  process.stdout.write(`${title} … `)
  const { code, output } = await runCaptured(command, args, options)
  if (code !== 0) {
    process.stdout.write('failed\n')
    process.stderr.write(output)
    process.exit(code)
  }
  process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n`)
}

/** Path of a program that a dev dependency brought. */
export const bin = (name) => join(root, 'node_modules', '.bin', name)
