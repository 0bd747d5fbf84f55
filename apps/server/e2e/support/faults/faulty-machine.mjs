// Loaded into a process with --import: a machine whose disk is full and whose clock jumps when a test says so, by files in
// LORE_FAULTS: `disk-full` while it is there, `clock` with the milliseconds the clock is wrong by. What of it the process
// met is appended to `suffered`, one a line.
//
// A full disk still makes empty files and new names; what has no room is content, of which the first half is written.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

const folder = process.env.LORE_FAULTS
const isFull = () => existsSync(join(folder, 'disk-full'))
const suffer = (what) => appendFileSync(join(folder, 'suffered'), `${what}\n`)
const noSpace = (call, path) => {
  suffer('disk full')
  const error = new Error(`ENOSPC: no space left on device, ${call}`)
  return Object.assign(error, { code: 'ENOSPC', path: String(path) })
}
const halfOf = (data) =>
  typeof data === 'string' ? data.slice(0, data.length >> 1) : data.subarray(0, data.length >> 1)

const { writeFile, appendFile } = promises
promises.writeFile = async (path, data, ...rest) => {
  if (!isFull()) return writeFile(path, data, ...rest)
  await writeFile(path, halfOf(data), ...rest)
  throw noSpace('write', path)
}
promises.appendFile = async (path, data, ...rest) => {
  if (!isFull()) return appendFile(path, data, ...rest)
  await appendFile(path, halfOf(data), ...rest)
  throw noSpace('write', path)
}
for (const call of ['mkdir', 'copyFile']) {
  const real = promises[call]
  promises[call] = async (...given) => {
    // A folder that is there already takes no room.
    if (isFull() && (call !== 'mkdir' || !existsSync(given[0]))) throw noSpace(call, given[0])
    return real(...given)
  }
}
const handle = await promises.open(process.execPath, 'r')
const FileHandle = Object.getPrototypeOf(handle)
await handle.close()
const writeWhole = FileHandle.writeFile
FileHandle.writeFile = async function (data, ...rest) {
  if (!isFull()) return writeWhole.call(this, data, ...rest)
  await writeWhole.call(this, halfOf(data), ...rest)
  throw noSpace('write', `file ${this.fd}`)
}
syncBuiltinESMExports()

const RealDate = Date
let wrongBy = 0
const lookAtClock = () => {
  const before = wrongBy
  try {
    wrongBy = Number(readFileSync(join(folder, 'clock'), 'utf8'))
  } catch {
    wrongBy = 0
  }
  if (wrongBy !== before) suffer(`clock ${wrongBy}`)
}
lookAtClock()
setInterval(lookAtClock, 100).unref()

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + wrongBy)
    else super(...given)
  }
  static now() {
    return RealDate.now() + wrongBy
  }
  // Some programs copy what a Date has itself.
  static parse = RealDate.parse
  static UTC = RealDate.UTC
}
