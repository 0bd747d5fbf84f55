import { temporaryFolder } from '@teamlore/sources/testing/temporary-folder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeNudges } from './nudges.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

test('what hooks say is read in UTF-8 and in UTF-16, one line beside the other', async () => {
  // The two bytes of the first letter of the second one look like the end of a line.
  const folders = ['/plain', '/Ċ/Zoë/数据', '/Zoë', '/端']
  const path = folder.write(
    'nudges',
    Buffer.concat(
      folders.map((name, index) =>
        Buffer.from(`end\tcodex\t${name}\r\n`, index % 2 === 1 ? 'utf16le' : 'utf8'),
      ),
    ),
  )
  expect((await takeNudges(path)).map((nudge) => nudge.folder)).toEqual(folders)
  expect(await takeNudges(path)).toEqual([])
})

test('a line that was cut off takes none of the others with it', async () => {
  const cut = Buffer.from('end\tcodex\t/last', 'utf16le').subarray(0, -1)
  const path = folder.write('nudges', Buffer.concat([Buffer.from('end\tcodex\t/first\n'), cut]))
  expect((await takeNudges(path))[0]?.folder).toBe('/first')
})
