import { expect, test } from 'vitest'
import { appliedOf, groupFilters } from './filter-groups.ts'
import { readTypes } from './type-filter.ts'

const tool = (value: string, isNegated = false) => ({ name: 'tool', value, isNegated }) as const

test('filters of one name ask for any of their values, each once', () => {
  const [group, left] = groupFilters([tool('codex, pi'), tool('pi'), tool('zed', true)])
  expect(group).toMatchObject({ name: 'tool', values: ['codex', 'pi'], notes: [] })
  expect(left).toMatchObject({ isNegated: true, values: ['zed'] })
  expect(group && appliedOf(group)).toEqual([tool('codex,pi')])
})

test('of more values than anybody types the first count, and the answer says so', () => {
  const many = Array.from({ length: 3_500 }, (_, index) => `t${index}`)
  const [group] = groupFilters([tool(many.join(','), true)])
  expect(group?.values).toEqual(many.slice(0, 40))
  expect(group?.notes).toEqual(['Only the first 40 values of -tool: were used.'])
})

test('of many types that are none, three are named', () => {
  const { notes } = readTypes(['poem', 'song', 'ode', 'hymn', 'rhyme'])
  expect(notes[0]).toMatch(/^There is no type "poem" or "song" or "ode" or any of 2 more, so they /)
})
