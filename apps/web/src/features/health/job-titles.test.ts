import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { jobTitle } from './job-titles.ts'

const JOBS = new URL('../../../../../packages/queue/src/jobs.ts', import.meta.url)

test('every job says what it does', () => {
  const names = [...readFileSync(JOBS, 'utf8').matchAll(/^ {2}'([a-z-]+)': defineJob\(/gm)]
  expect(names.length).toBeGreaterThan(20)
  expect(names.map(([, name = '']) => name).filter((name) => jobTitle(name) === name)).toEqual([])
})

test('a job of a newer server keeps its name', () => {
  expect(['distil-session', 'new-job', 'toString'].map(jobTitle)).toEqual([
    'Distil a session',
    'new-job',
    'toString',
  ])
})
