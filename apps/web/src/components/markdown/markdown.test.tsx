import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'
import { followable } from './safe-link.tsx'

const html = (text: string) => renderToStaticMarkup(<Markdown text={text} />)

/** Everything that could run or call home, as it would stand in the page. */
const LIVE =
  /<(script|img|iframe|svg|object|embed|style|link|meta|form|base)\b|\son\w+\s*=|javascript:|data:/i

const PAYLOADS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><animate onbegin=alert(1)></svg>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)" onclick="alert(1)">x</a>',
  '<style>*{background:url(//evil.test)}</style>',
  '<base href="//evil.test"><form action="//evil.test"><input name=a></form>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt&#58;alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:msgbox(1))',
  '![x](javascript:alert(1))',
  '![track](https://evil.test/pixel.png)',
  '![d](data:image/svg+xml;base64,PHN2Zz4=)',
  '<!-- <script>alert(1)</script> -->',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '| a |\n|---|\n| <img src=x onerror=alert(1)> |',
  '```html\n<script>alert(1)</script>\n```',
  '[^1]\n\n[^1]: <script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
]

test('Markdown that would keep the browser busy is shown as it was written', () => {
  const tangled = '> '.repeat(20_000)
  expect(html(tangled)).toContain('<p class="markdown-plain">&gt; &gt;')
  expect(html('**bold**')).toContain('<strong>bold</strong>')
})

describe('markdown of a session', () => {
  test.each(PAYLOADS)('makes nothing live of %j', (payload) => {
    // The copy button beside code is ours.
    const page = html(payload).replace(
      /<button type="button" class="copy-button".*?<\/button>/g,
      '',
    )
    // Text may say anything: only what stands inside of tags counts.
    const tags = page.match(/<[^>]+>/g)?.join('\n') ?? ''
    expect(tags).not.toMatch(LIVE)
  })

  test('shows HTML that somebody wrote as text instead of dropping it', () => {
    expect(html('use a <button type="submit"> here')).toContain(
      'use a &lt;button type=&quot;submit&quot;&gt; here',
    )
  })

  test('links open elsewhere and show nobody where they came from', () => {
    expect(html('[docs](https://example.com/a)')).toContain(
      '<a class="tl-link" href="https://example.com/a" target="_blank" rel="noopener noreferrer nofollow ugc"',
    )
  })

  test('a picture becomes a link that says so', () => {
    const page = html('![a chart](https://example.com/c.png)')
    expect(page).not.toContain('<img')
    expect(page).toContain('[image: a chart]')
  })

  test('its headings stay out of the outline of the page', () => {
    expect(html('# Big\n\n###### small')).not.toMatch(/<h\d/)
  })

  test('a hidden turn of direction is spelled out, in code too', () => {
    expect(html('a \u202eb `c\u2066d`')).toContain('[U+202E]b')
    expect(html('`c\u2066d`')).toContain('c[U+2066]d')
  })

  test.each([
    ['https://a.test/x', 'https://a.test/x'],
    ['mailto:a@b.test', 'mailto:a@b.test'],
    ['javascript:alert(1)', undefined],
    ['java\tscript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['file:///etc/passwd', undefined],
    ['/v1/keys', undefined],
    ['//evil.test', undefined],
    ['#msg', undefined],
  ])('%j may be followed: %s', (href, address) => {
    expect(followable(href)).toBe(address)
  })
})
