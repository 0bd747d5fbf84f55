import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type CatalogueEntry, countDeclarations, readCatalogue } from './testing/read-catalogue.ts'

const DOCUMENT = fileURLToPath(new URL('../../../../docs/errors.md', import.meta.url))

const INTRODUCTION = `# Errors

Every error of the REST API has one shape:

\`\`\`json
{ "error": { "code": "session.not_found", "message": "There is no such session …", "details": { } } }
\`\`\`

- \`message\` is a sentence that says what to do next. It may be worded better from one version to the next, and may name the
  very thing that was wrong; show it to people.
- \`code\` is stable: decide by it in programs.
- \`details\` is there where a program can use more: \`issues\` (path and message of each fault of a request), \`limit_bytes\`,
  \`retry_after_seconds\`, \`needed\` and \`held\` roles, and the like.
- 429 and 503 carry \`Retry-After\` where the server knows how long; 401 carries \`WWW-Authenticate\`.
- What belongs to another team, or is private to somebody else, is *not found*, never *forbidden*: that it exists is a secret too.
- A code that is not below is \`internal\` (500): something went wrong that nobody foresaw. The server's log has it, with the
  request's id.

MCP tools answer the same sentences as results with \`isError\`, so that an agent can read them and repair its call.

| code | status | message |
|---|---|---|
`

const rowOf = ({ code, status, message }: CatalogueEntry) =>
  `| \`${code}\` | ${status} | ${message.replaceAll('|', '\\|')} |\n`

describe('docs/errors.md', () => {
  test('names every error the sources declare, and no other (repair it with: npx vitest run src/errors -u)', async () => {
    const catalogue = readCatalogue()
    await expect(INTRODUCTION + catalogue.map(rowOf).join('')).toMatchFileSnapshot(DOCUMENT)
  })

  test('misses no declaration for being written in another way', () => {
    expect(readCatalogue()).toHaveLength(countDeclarations())
  })

  test('has codes that are dotted, and each once', () => {
    const codes = readCatalogue().map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    for (const code of codes) expect(code).toMatch(/^[a-z_]+(\.[a-z_]+)+$/)
  })

  test('has sentences', () => {
    for (const { code, message } of readCatalogue())
      expect(message, code).toMatch(/^[A-Z].{10,}[.`]$/s)
  })
})
