import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createClient } from '@teamlore/shared'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiProvider } from '../../lib/api.tsx'
import { ForgetPreviewBody } from './forget-preview-body.tsx'
import { ForgetSeveralForm } from './forget-several.tsx'

const form = (isAdmin: boolean) =>
  renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <ApiProvider api={createClient({ baseUrl: 'http://localhost' })}>
          <ForgetSeveralForm isAdmin={isAdmin} />
        </ApiProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )

test('a member is offered what is their own, an admin all of a project as well', () => {
  const [member, admin] = [form(false), form(true)]
  for (const html of [member, admin]) {
    expect(html).toContain('all sessions of mine')
    expect(html).toContain('sessions of mine that ended before a day')
  }
  expect(admin).toContain('what everybody has in a project')
  expect(member).not.toContain('in a project')
})

test('nothing is chosen at first, so nothing can be asked for', () => {
  expect(form(true)).toMatch(
    /<button[^>]*disabled=""[^>]*type="submit"|<button[^>]*type="submit"[^>]*disabled=""/,
  )
})

const preview = {
  kind: 'project' as const,
  subject: 'prj_1',
  goes: [
    { kind: 'sessions' as const, count: 3 },
    { kind: 'memories' as const, count: 1 },
  ],
  loses_evidence: { memories: 2, pieces: 5 },
  titles: [{ kind: 'sessions' as const, id: 'ses_1', title: '<b>Tides</b>' }],
  stays: ['Backups stay.'],
  delay_hours: 24,
  is_held: false,
}
const body = (more: Partial<typeof preview> = {}) =>
  renderToStaticMarkup(
    <MantineProvider>
      <ForgetPreviewBody preview={{ ...preview, ...more }} />
    </MantineProvider>,
  )

test('the preview says how much goes, what loses evidence, what stays, and until when it is undone', () => {
  const html = body()
  for (const words of [
    '3 sessions',
    '1 memory',
    '2 memories stay and lose 5 pieces of evidence',
    'Backups stay.',
    'purged after 24 hours',
  ])
    expect(html).toContain(words)
  // A title is words, never markup.
  expect(html).not.toContain('<b>')
})

test('of what is held or not there, it says that instead', () => {
  expect(body({ is_held: true })).toContain('A legal hold keeps some of this.')
  expect(body({ goes: [] })).toContain('There is nothing of it, so nothing goes.')
})
