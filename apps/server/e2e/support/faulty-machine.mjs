// Loaded into a `lore` process with --import: a machine whose disk is full and whose clock jumps when a test says so, by
// files in LORE_FAULTS: `disk-full` while it is there, `clock` with the milliseconds the clock is wrong by.
import { existsSync, readFileSync } from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

const folder = process.env.LORE_FAULTS
const isFull = () => existsSync(join(folder, 'disk-full'))

const open = promises.open
promises.open = async (path, flags, ...rest) => {
  if (/[wax+]/.test(String(flags ?? 'r')) && isFull())
    throw Object.assign(new Error('ENOSPC: no space left on device, open'), { code: 'ENOSPC' })
  return open(path, flags, ...rest)
}
syncBuiltinESMExports()

const RealDate = Date
let wrongBy = 0
const lookAtClock = () => {
  try {
    wrongBy = Number(readFileSync(join(folder, 'clock'), 'utf8'))
  } catch {
    wrongBy = 0
  }
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
}
