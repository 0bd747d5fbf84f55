import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
const STYLES = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css'))

const componentsOf = (text: string): string[] =>
  [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  )

/** Components without a sheet of their own, which are made of others. */
const MADE_OF: Record<string, readonly string[]> = {
  MultiSelect: ['Combobox', 'Pill', 'PillsInput'],
  Select: ['Combobox', 'Input'],
}

test('every component of the kit that a page uses brings its style sheet', () => {
  const sheets = readFileSync(join(SOURCES, 'styles/mantine.css'), 'utf8')
  const used = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => componentsOf(readFileSync(join(SOURCES, file), 'utf8')))
  const parts = used.flatMap((name) => [name, ...(MADE_OF[name] ?? [])])
  const styled = [...new Set(parts)].filter((name) =>
    existsSync(join(STYLES, 'styles', `${name}.layer.css`)),
  )
  expect(styled).toContain('Button')
  expect(styled.filter((name) => !sheets.includes(`/${name}.layer.css`))).toEqual([])
})
