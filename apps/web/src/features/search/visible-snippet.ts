import type { SearchHit } from '@teamlore/shared'

type Snippet = SearchHit['snippet']

/** Characters that would be seen wrongly or not at all, each replaced by one sign, so that the ranges still fit. */
const TRICKS = /[\u061c\u202a-\u202e\u2066-\u2069]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to take out
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g

export const visibleSnippet = ({ text, highlights }: Snippet): Snippet => ({
  text: text.replace(TRICKS, '\ufffd').replace(CONTROL, ' '),
  highlights,
})
