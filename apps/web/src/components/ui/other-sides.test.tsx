import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OtherSides } from './other-sides.tsx'

const side = {
  id: 'mem_b',
  statement: `Berths are <b>closed</b> ${'at night '.repeat(20)}.`,
  since: '2026-03-01T00:00:00.000Z',
}
const shownAs = (shown: ReadonlySet<string>) =>
  renderToStaticMarkup(<OtherSides sides={[side]} shown={shown} />)

test('the other side is a link with all its words, which are no markup', () => {
  const html = shownAs(new Set(['mem_a']))
  expect(html).toContain('href="/memories/mem_b"')
  expect(html).toContain('Berths are &lt;b&gt;closed&lt;/b&gt;')
  expect(html.match(/at night/g)).toHaveLength(20)
})

test('what is shown on the page itself is only named', () => {
  const html = shownAs(new Set(['mem_a', 'mem_b']))
  expect(html).toContain('by another one shown here')
  expect(html.match(/at night/g)?.length).toBeLessThan(6)
})

test('where there was no room for its words, the link says what it leads to', () => {
  const html = renderToStaticMarkup(<OtherSides sides={[{ ...side, statement: null }]} />)
  expect(html).toContain('>another memory</a>')
})

test('nothing is said of a memory that nothing contradicts', () => {
  expect(renderToStaticMarkup(<OtherSides sides={undefined} />)).toBe('')
})
