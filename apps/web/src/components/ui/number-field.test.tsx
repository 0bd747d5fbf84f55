import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { errorWords } from './error-words.tsx'
import { NumberField } from './number-field.tsx'

const field = (value: string | number) =>
  renderToStaticMarkup(
    <MantineProvider>
      <NumberField label="Tokens" min={100} max={8_000} value={value} onChange={() => undefined} />
    </MantineProvider>,
  )

test.each([[99], [8_001], [-5], ['99999999999999999999'], ['-']])(
  'a number out of range stays as it was typed, and its range is named: %s',
  (value) => {
    expect(field(value)).toContain('Give a number from 100 to 8,000.')
    expect(field(value)).toContain(`value="${value}"`)
  },
)

test.each([[100], [8_000], ['500'], ['']])('%s is taken', (value) => {
  expect(field(value)).not.toContain('Give a number')
})

test('a command in a sentence of the server has no backticks on a page', () => {
  const html = renderToStaticMarkup(<p>{errorWords(new Error('Run `lore projects` first.'))}</p>)
  expect(html).toBe('<p>Run <code class="tl-mono">lore projects</code> first.</p>')
})
