import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AnswerButtons, RequestFacts } from './answer-request.tsx'

const OPEN = {
  isPending: false,
  isSuccess: false,
  error: null,
  variables: undefined,
  mutate: () => undefined,
}
const shown = (answer: Partial<Parameters<typeof AnswerButtons>[0]['answer']>) =>
  renderToStaticMarkup(
    <MantineProvider>
      <AnswerButtons answer={{ ...OPEN, ...answer }}>
        <p>Answered.</p>
      </AnswerButtons>
    </MantineProvider>,
  )
const disabled = (html: string) => html.match(/<button[^>]* disabled=""/g)?.length ?? 0

test('both answers can be given until one was', () => {
  expect(disabled(shown({}))).toBe(0)
  expect(shown({})).not.toContain('Answered.')
  for (const variables of [true, false]) {
    expect(disabled(shown({ isPending: true, variables }))).toBe(2)
    // The client is about to be gone to: a second answer would be another's.
    const done = shown({ isSuccess: true, variables })
    expect(disabled(done)).toBe(2)
    expect(done).toContain('Answered.')
  }
})

test('an answer that failed says why, and can be given again', () => {
  const html = shown({ error: new Error('The team is <b>another</b> one.') })
  expect(html).toContain('role="alert"')
  expect(html).toContain('The team is &lt;b&gt;another&lt;/b&gt; one.')
  expect(disabled(html)).toBe(0)
})

test('what asks is listed by names and values, of which none is markup', () => {
  const html = renderToStaticMarkup(<RequestFacts facts={[['Client', '<i>Cursor</i>']]} />)
  expect(html).toContain('<dt>Client</dt><dd>&lt;i&gt;Cursor&lt;/i&gt;</dd>')
})
