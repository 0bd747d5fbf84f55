import type { Block } from '@teamlore/shared'
import { isDeviceCode } from './device-rules.ts'
import { countUp } from './redact-secrets.ts'
import { acceptsNamed, isSecretName } from './secret-names.ts'
import { isSecretOfManifest } from './secret-of-manifest.ts'
import { type Counting, redactIdentifier, redactText } from './tally.ts'

type Json = Extract<Block, { type: 'other' }>['raw']

/** Names of fields that identify things. `sessionId` counts as `session_id`. */
const IDENTIFYING =
  /(?:^|_)(?:ids?|uuids?|sha\d*|hash|hashes|digest|integrity|checksum|signature|paths?|filename|cwd|model|mime|media_type)$/i

/** Takes secrets out of a value of JSON, its keys and all beneath them. */
export const redactJson = (value: Json, tally: Counting): Json => redactField(value, '', tally, 0)

const redactField = (value: Json, name: string, tally: Counting, depth: number): Json => {
  if (typeof value === 'string') return redactNamed(value, name, tally)
  if (value === null || typeof value !== 'object') return value
  if (depth >= 100) return '[nested too deeply]'
  if (Array.isArray(value))
    return value.map((item, index) =>
      redactField(
        item,
        optionBefore(value, index) ?? (isFields(item) ? '' : name),
        tally,
        depth + 1,
      ),
    )
  const fields = isSecretManifest(value) ? withoutSecrets(value, tally) : value
  const taken = new Set<string>()
  return Object.fromEntries(
    Object.entries(fields).map(([key, item]) => [
      numbered(redactKey(key, tally), taken),
      isWords(key, item)
        ? redactWords(item, programOf(fields), tally)
        : redactField(item, nameOfValue(fields, key, name) ?? key, tally, depth + 1),
    ]),
  )
}

type Fields = { [key: string]: Json }
const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `['--password', 'x']`: what stands behind an option is given to it. */
const optionBefore = (items: readonly Json[], index: number): string | undefined => {
  const option = items[index - 1]
  const item = items[index]
  if (typeof option !== 'string' || typeof item !== 'string' || item.startsWith('-'))
    return undefined
  const name = /^--(?<name>[A-Za-z][\w-]{1,60})$/.exec(option)?.groups?.['name'] ?? ''
  return isSecretName(name) ? name : undefined
}

/** The words that a program is started with. */
const isWords = (key: string, value: Json): value is string[] =>
  /^(?:args|argv|arguments|cmd|command|argumentlist)$/i.test(key) &&
  Array.isArray(value) &&
  value.length <= 200 &&
  value.every((item) => typeof item === 'string')

const programOf = (fields: Fields): string =>
  ['command', 'cmd', 'program', 'executable', 'file']
    .map((field) => fields[field])
    .find((program): program is string => typeof program === 'string' && program.length <= 200) ??
  ''

/** Words of a command in front of a word, by which it is judged as in the line that a person types. */
const NEAR = 4

const redactWords = (words: readonly string[], program: string, tally: Counting): string[] => {
  const left: string[] = program === '' ? [] : [program]
  for (const [index, word] of words.entries()) {
    const alone = redactField(word, optionBefore(words, index) ?? '', tally, 0) as string
    left.push(alone === word ? redactInLine(left, word, tally) : alone)
  }
  return program === '' ? left : left.slice(1)
}

const redactInLine = (before: readonly string[], word: string, tally: Counting): string => {
  if (before.length === 0 || word.length > 400) return word
  const near = [...new Set([before[0], ...before.slice(-NEAR)])].filter(
    (one) => one !== undefined && one.length <= 200,
  )
  const head = `${near.join(' ')} `
  const { text, count, kinds } = tally.by.redact(head + word)
  if (count === 0 || !text.startsWith(head)) return word
  for (const kind of Object.keys(kinds)) countUp(tally.kinds, kind)
  tally.count += count
  return text.slice(head.length)
}

/** Where a field says the name of what another holds, and where the name of a secret has its value in a field of its own. */
const nameOfValue = (fields: Fields, key: string, parent: string): string | undefined => {
  if (!/^(?:[Vv]alue|text)$/.test(key) || typeof fields[key] !== 'string') return undefined
  const labelled = ['name', 'key', 'Name', 'Key']
    .map((field) => fields[field])
    .find((name): name is string => typeof name === 'string')
  // What Terraform prints of its state.
  if (fields['sensitive'] === true) return isSecretName(parent) ? parent : 'password'
  // The tokens of a parser have values as well: they carry their type.
  const name = labelled ?? (key === 'text' || 'type' in fields ? '' : parent)
  return isSecretName(name) || AUTHORIZING.test(name) ? name : undefined
}

/** A Secret of Kubernetes, also one of those that a list of Secrets has without their kind. */
const isSecretManifest = ({ kind }: Fields): boolean => kind === 'Secret' || kind === 'SecretList'

const withoutSecrets = (manifest: Fields, tally: Counting): Fields => {
  const { kind, items } = manifest
  if (kind === 'SecretList' && Array.isArray(items))
    return {
      ...manifest,
      items: items.map((item) => (isFields(item) ? withoutSecrets(item, tally) : item)),
    }
  const changed = { ...manifest }
  for (const field of ['data', 'stringData']) {
    const values = manifest[field]
    if (isFields(values)) changed[field] = withoutValues(values, field === 'data', tally)
  }
  return changed
}

/** By the judgement under which the same values go from a text. */
const withoutValues = (values: Fields, isCoded: boolean, tally: Counting): Fields =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isSecret =
        typeof value === 'string' &&
        isSecretOfManifest(name, value, {
          isCoded,
          hasSecret: (text) => tally.by.redact(text).count > 0,
        }) &&
        !tally.by.allows(value)
      return [name, isSecret ? marked('manifest', tally) : value]
    }),
  )

const marked = (rule: string, tally: Counting): string => {
  tally.count++
  countUp(tally.kinds, rule)
  return `[REDACTED:${rule}]`
}

/** Two keys of one object may have become the same: none is to take the other's value away. */
const numbered = (key: string, taken: Set<string>): string => {
  let free = key
  for (let n = 2; taken.has(free); n++) free = `${key} (${n})`
  taken.add(free)
  return free
}

/** A key of JSON is a name, but a whole line or a file may stand there as well. */
const redactKey = (key: string, tally: Counting): string =>
  /[=:\s]/.test(key) ? redactText(key, tally) : redactIdentifier(key, tally)

/** Here a name and its value stand apart, so the name is judged as a field, not as text in front of the value. */
const redactNamed = (value: string, name: string, tally: Counting): string => {
  if (IDENTIFYING.test(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2')))
    return redactIdentifier(value, tally)
  if (isSecretName(name) && acceptsNamed(name, value) && !tally.by.allows(value))
    return marked('field', tally)
  if (isDeviceCode(name, value) && !tally.by.allows(value)) return marked('device-code', tally)
  return AUTHORIZING.test(name) ? redactHttpHeader(value, name, tally) : redactText(value, tally)
}

const AUTHORIZING = /^(?:proxy-?)?authorization$|^(?:set-?)?cookie$/i

/** What stands in such a header is named by its key, so the two are looked at together. */
const redactHttpHeader = (value: string, name: string, tally: Counting): string => {
  const head = `${name}: `
  return redactText(head + value, tally).slice(head.length)
}
