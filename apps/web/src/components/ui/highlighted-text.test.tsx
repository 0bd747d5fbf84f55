import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { HighlightedText } from './highlighted-text.tsx'

test('a snippet is text with marks in it, whatever it says', () => {
  const text = 'see <img src=x onerror=alert(1)> there'
  expect(renderToStaticMarkup(<HighlightedText text={text} ranges={[[4, 8]]} />)).toBe(
    'see <mark>&lt;img</mark> src=x onerror=alert(1)&gt; there',
  )
})
