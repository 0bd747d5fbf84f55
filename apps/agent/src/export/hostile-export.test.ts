import type { Block, Message } from '@teamlore/shared'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildMessage, buildSessionDetail } from '../testing/fake-data.ts'
import type { Renderer } from './export.types.ts'
import { createHtmlRenderer } from './html.ts'
import { createJsonRenderer } from './json.ts'
import { createMarkdownRenderer, fenced } from './markdown.ts'

const options = { server: 'https://lore.example.com', exportedAt: '2026-05-02T12:00:00.000Z' }
const written = (renderer: Renderer, title: string, ...messages: Message[]): string =>
  renderer.begin(buildSessionDetail({ title })) +
  messages.map((message) => renderer.message(message)).join('') +
  renderer.end()

/** What a terminal would obey. */
const OBEYED = ['\u0000', '\u001b', '\u202e']

const VECTORS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '</pre></article><iframe srcdoc="<script>alert(1)</script>">',
  '<svg/onload=alert(1)>',
  '&lt;script&gt;',
  '[x](javascript:alert(1))',
  '![x](https://evil.example/pixel.png)',
  '[x]: https://evil.example',
  '`````\n</pre>\n# Heading of mine\n```',
  '~~~\n## Ana, 2026-05-01',
  '| a |\n|---|\n| b |',
  'a\n===\nb',
  '\u001b]0;title\u0007\u202egnp.exe\u0000',
]

const everywhere = (text: string): Message[] => {
  const blocks: Block[] = [
    { type: 'text', text },
    { type: 'thinking', text },
    { type: 'tool_call', id: text, name: text, input: { [text]: text } },
    { type: 'tool_result', tool_call_id: text, text, is_error: true },
    { type: 'image', mime: text, bytes: 1, sha256: text },
    { type: 'file', path: text, text },
    { type: 'other', name: text, raw: text },
  ]
  return [buildMessage(0, 'human', blocks, { id: `msg_${text}`, parent_id: text })]
}

describe('a session exported as HTML', () => {
  test.each(VECTORS)('escapes %j wherever it stands', (text) => {
    const html = written(createHtmlRenderer(options), text, ...everywhere(text))
    const body = html.slice(html.indexOf('</head>'))
    expect(
      body.replace(
        /<\/?(?:head|body|html|h[123]|dl|dt|dd|a|p|small|article|section|div|pre)(?: (?:rel|href|dir|id|class)="[^"<>]*")*>/g,
        '',
      ),
    ).not.toMatch(/[<>]/)
    expect(html).not.toMatch(/<script|<iframe|<svg|<img/i)
    expect(html).not.toMatch(/href="(?!https:\/\/lore\.example\.com\/|#)/)
    expect(html).toContain("default-src 'none'")
    for (const sign of OBEYED) expect(html).not.toContain(sign)
  })
})

/** What a reader of Markdown takes for structure: lines outside fences and quotes. */
const structureOf = (markdown: string): string[] => {
  const outside: string[] = []
  let fence = ''
  for (const line of markdown.split('\n')) {
    const run = /^ {0,3}(`{3,})/.exec(line)?.[1] ?? ''
    if (fence !== '') {
      if (run.length >= fence.length && line.trim() === run) fence = ''
    } else if (run !== '') fence = run
    else if (!line.startsWith('>')) outside.push(line)
  }
  expect(fence).toBe('')
  return outside
}

describe('a session exported as Markdown', () => {
  const headings = (text: string) =>
    structureOf(written(createMarkdownRenderer(options), text, ...everywhere(text)))

  test.each(VECTORS)('keeps %j in its place', (text) => {
    const lines = headings(text)
    expect(lines.filter((line) => /^#/.test(line))).toHaveLength(2)
    for (const line of lines) {
      expect(line.replace(/\\[!-/:-@[-`{-~]/g, '')).not.toMatch(/[<>&]|\]\(/)
      expect(line).not.toMatch(/^(?:=+|-+|~~~|```)\s*$/)
    }
  })

  test('fences are longer than any within, whatever that is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[`a\n ]{0,60}$/), (text) => {
        const [open = '', ...rest] = fenced(text, 'text')
        const fence = open.replace(/text$/, '')
        expect(rest.at(-1)).toBe(fence)
        expect(rest.slice(0, -1).join('\n')).not.toContain(fence)
      }),
    )
  })

  test('reads as it is where it is read raw', () => {
    const title = 'Fix tide_table.ts: berth #4 (it’s 3.5 m, not 35)!'
    const markdown = written(
      createMarkdownRenderer(options),
      title,
      buildMessage(0, 'assistant', [
        {
          type: 'tool_call',
          id: 'c',
          name: 'Write',
          input: { file_path: 'src/tide.ts', content: 'const a = 1\nconst b = 2\n' },
        },
      ]),
    )
    expect(markdown).toContain(`# ${title}\n`)
    expect(markdown).toMatch(/\| Address \| https:\/\/lore\.example\.com\/sessions\/ses_\w+ \|/)
    expect(markdown).toContain('\nconst a = 1\nconst b = 2\n')
    expect(markdown).toContain('"file_path": "src/tide.ts"')
    expect(markdown).not.toContain('\\n')
  })

  test.each([
    ['*bold*', '_it_', '~~gone~~', '`code`'],
    ['see www.example.com', 'see https://example.com', 'ask @ana', 'bo@example.com'],
    ['R&amp;D', '| a | b |', '$x$', 'C#'],
  ])('takes %j for no markup in a title', (...titles) => {
    for (const title of titles) {
      const [heading = ''] = written(createMarkdownRenderer(options), title).split('\n')
      const bare = heading.slice(2).replace(/\\[!-/:-@[-`{-~]/g, '')
      expect(bare).not.toMatch(/[*`~|$&]|(?<![a-z])_|_(?![a-z])|:\/\/|www\.|@|#$/)
      expect(heading.slice(2).replace(/\\([!-/:-@[-`{-~])/g, '$1')).toBe(title)
    }
  })

  test('quotes prose as it is, so that its lists and code stay what they are', () => {
    const text = '- **one**\n- two\n\n```ts\nconst a = 1\n```'
    const markdown = written(
      createMarkdownRenderer(options),
      't',
      buildMessage(0, 'assistant', [text]),
    )
    expect(markdown).toContain('> - **one**\n> - two\n>\n> ```ts\n> const a = 1\n> ```\n')
  })
})

describe('a session exported as JSON', () => {
  test.each(VECTORS)(
    'is one document that keeps %j, spelled so that no terminal obeys it',
    (text) => {
      const json = written(
        createJsonRenderer(options),
        text,
        ...everywhere(text),
        buildMessage(1, 'human', ['x']),
      )
      expect(JSON.parse(json)).toMatchObject({
        session: { title: text },
        messages: [{ blocks: [{ block: { text } }, {}, {}, {}, {}, {}, {}] }, {}],
      })
      for (const sign of OBEYED) expect(json).not.toContain(sign)
    },
  )
})
