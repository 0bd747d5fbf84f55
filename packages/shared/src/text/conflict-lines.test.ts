import { expect, test } from 'vitest'
import { conflictLines } from './conflict-lines.ts'

const BEGIN = '<!-- teamlore:begin 0123456789ab -->'
const END = '<!-- teamlore:end -->'

test.each([
  ['within', [BEGIN, '<<<<<<< HEAD', '- a', '=======', '- b', '>>>>>>> x', END], [2, 4, 6]],
  ['of three sides', [BEGIN, '<<<<<<< a', '||||||| b', '=======', '>>>>>>> c', END], [2, 3, 4, 5]],
  ['around its first mark', ['<<<<<<< HEAD', BEGIN, '=======', BEGIN, '>>>>>>> x', END], [1, 3, 5]],
  ['around all of it', ['<<<<<<< HEAD', BEGIN, END, '=======', '>>>>>>> x'], [1, 4, 5]],
  ['of which half was taken away', [BEGIN, '- a', '>>>>>>> x', END], [3]],
  ['that begins and does not end', [BEGIN, '<<<<<<< HEAD', '- a', END], [2]],
  [
    'with line ends of Windows',
    [`${BEGIN}\r`, '<<<<<<< HEAD\r', '>>>>>>> x\r', `${END}\r`],
    [2, 3],
  ],
  [
    'beside an entry whose section lost its marks',
    ['- a <!-- lore:mem_x 1 -->', '>>>>>>> x', '- b <!-- lore:mem_y 2 -->'],
    [2],
  ],
] as const)('a conflict %s is named by its lines', (_, lines, found) => {
  expect(conflictLines(lines.join('\n'))).toEqual(found)
})

test.each([
  ['elsewhere in the file', ['<<<<<<< HEAD', '=======', '>>>>>>> x', BEGIN, END]],
  ['in a file without a section', ['<<<<<<< HEAD', '=======', '>>>>>>> x']],
  [
    'that is none',
    [BEGIN, 'Title', '=======', '<<<<<<<< eight', '- <<<<<<< HEAD', '> quoted', END],
  ],
] as const)('a conflict %s is nobody’s here', (_, lines) => {
  expect(conflictLines(lines.join('\n'))).toEqual([])
})
