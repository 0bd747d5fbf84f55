import { expect, test } from 'vitest'
import { makeRunProgram, runProgram } from './run-program.ts'

test('a program gets the variables it is given beside ours', async () => {
  const words = ['-e', 'process.stdout.write(process.env.GIVEN + " " + process.env.PATH)']
  const { code, stdout } = await runProgram(process.execPath, words, { GIVEN: 'yes' })
  expect({ code, stdout }).toEqual({ code: 0, stdout: `yes ${process.env['PATH']}` })
})

test('how it ended is distinguished: by itself, not in time, or not there at all', async () => {
  const node = (script: string, run = runProgram) => run(process.execPath, ['-e', script])
  expect(await node('process.exit(3)')).toMatchObject({ code: 3 })
  expect(await node('setTimeout(() => {}, 60_000)', makeRunProgram(500))).toMatchObject({
    code: 124,
    stderr: 'it did not end in time',
  })
  expect(await runProgram('/no/such/program', [])).toMatchObject({ code: 127 })
})
