#!/usr/bin/env node
// Starts the bundled command; `npm run build` makes it. What the engine compiled of it is kept for the next start, which
// takes half the time then. Node can do so itself only from 22 on.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** Of what it was made of and of itself: against an older text and a broken file. Loading a stronger hash takes 10 ms. */
const sumOf = (text, compiled) => {
  const sum = Buffer.alloc(SUM_BYTES)
  sum.writeUInt32LE(text.length, 0)
  sum.writeUInt32LE(crc32(text), 4)
  sum.writeUInt32LE(crc32(compiled), 8)
  return sum
}
const SUM_BYTES = 12

const cacheFolder = () => {
  // biome-ignore lint/style/noProcessEnv: nothing of the program is read yet
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  const own = process.platform === 'win32' ? LOCALAPPDATA : XDG_CACHE_HOME
  return join(own && isAbsolute(own) ? own : join(homedir(), '.cache'), 'teamlore')
}

/** Who can write this file decides what runs: nobody but the one it runs for. */
const isOwn = (path) => {
  const { uid, mode } = lstatSync(path)
  return process.platform === 'win32' || (uid === process.getuid() && (mode & 0o022) === 0)
}

/** `undefined` unless it was made of this very text and is whole. */
const compiledBefore = (cache, text) => {
  try {
    if (!isOwn(dirname(cache)) || !isOwn(cache)) return undefined
    const kept = readFileSync(cache)
    const compiled = kept.subarray(SUM_BYTES)
    return kept.subarray(0, SUM_BYTES).equals(sumOf(text, compiled)) ? compiled : undefined
  } catch {
    return undefined
  }
}

const keepCompiled = (cache, text, script) => {
  const part = `${cache}.${process.pid}`
  try {
    const folder = dirname(cache)
    // One by one: below /proc a recursive one never ends.
    for (const one of [dirname(folder), folder])
      if (!existsSync(one)) mkdirSync(one, { mode: 0o700 })
    // Where others may write, it would never be taken.
    if (!isOwn(folder)) return
    const compiled = script.createCachedData()
    writeFileSync(part, Buffer.concat([sumOf(text, compiled), compiled]), { mode: 0o600 })
    renameSync(part, cache)
  } catch {
    // It starts without, only later.
    if (existsSync(part)) rmSync(part)
  }
}

const start = (bundle) => {
  // Nothing but ASCII stands in it, so a byte is a character.
  const text = readFileSync(bundle, 'latin1')
  // Each engine, in each of the ways it is asked to work, compiles for itself.
  const { version, arch, execArgv, env } = process
  const key = crc32(JSON.stringify([bundle, version, arch, execArgv, env.NODE_OPTIONS]))
  const cache = join(cacheFolder(), `lore-${version}-${key.toString(16)}.bin`)
  const cachedData = compiledBefore(cache, text)
  const script = new Script(`(function (exports, require, module) {${text}\n})`, {
    filename: bundle,
    cachedData,
  })
  if (cachedData === undefined || script.cachedDataRejected)
    process.once('exit', () => keepCompiled(cache, text, script))
  const module = { exports: {} }
  script.runInThisContext()(module.exports, createRequire(bundle), module)
}

const bundle = fileURLToPath(new URL('../dist/lore.cjs', import.meta.url))
if (existsSync(bundle)) start(bundle)
else {
  const root = fileURLToPath(new URL('../../../', import.meta.url))
  process.stderr.write(`lore is not built yet. Run \`npm run build\` in ${root} and try again.\n`)
  process.exitCode = 1
}
