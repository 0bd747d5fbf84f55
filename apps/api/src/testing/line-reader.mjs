// Stands where the reader of foreign files stands, as a process of its own: prints the file it is given, which a test has
// written in the form that a reader prints, or does what its first word says.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const text = readFileSync(process.argv[2], 'utf8')
const denied = (work) => {
  try {
    work()
    return 'allowed'
  } catch (error) {
    return error.code
  }
}
const deeds = {
  HANG: () => setInterval(() => undefined, 1_000),
  EAT: () => {
    const kept = []
    for (;;) kept.push({ at: new Array(100_000).fill(kept.length) })
  },
  CRASH: () => process.exit(9),
  BABBLE: () => {
    for (let at = 0; at < 3_000; at++) process.stdout.write('x'.repeat(1_000))
  },
  LIE: () => process.stdout.write('{"type":"session"}\n'),
  STOP: () => undefined,
  // What it could get hold of, written where a test can read it: in the reason for skipping the file.
  PRY: () => {
    const reason = JSON.stringify({
      environment: Object.keys(process.env).filter((name) => !/^(__CF|LC_|LANG)/.test(name)),
      read: denied(() => readFileSync('/etc/passwd')),
      write: denied(() => writeFileSync('/tmp/teamlore-pried', '')),
      run: denied(() => spawnSync('true')),
      own: existsSync(process.argv[2]),
    })
    const record = { type: 'skipped', why: 'unreadable', tool: null, reason }
    process.stdout.write(`${JSON.stringify(record)}\n{"type":"end","sessions":0}\n`)
  },
}
const deed = deeds[text.trim()]
if (deed === undefined) process.stdout.write(text)
else deed()
