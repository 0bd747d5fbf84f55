import { expect, test } from 'vitest'
import { FORGOTTEN_KINDS } from '../contracts/forgetting.contract.ts'
import { forgottenAmount } from './forgotten-amount.ts'

test('one of each kind is one, and more are many', () => {
  const amounts = (count: number) => FORGOTTEN_KINDS.map((kind) => forgottenAmount({ kind, count }))
  expect(amounts(1)).toEqual([
    ...['1 session', '1 message', '1 prompt', '1 edit', '1 observation', '1 summary', '1 memory'],
    ...['1 document', '1 vector', '1 in the queue', '1 note', '1 link', '1 handover'],
    ...['1 model answer', '1 machine', '1 credential'],
  ])
  expect(amounts(1_200).at(6)).toBe('1,200 memories')
  expect(amounts(2).at(-1)).toBe('2 credentials')
})
