import { cutMiddle } from '../text/cut-middle.ts'

/**
 * What one block of a message may hold. It is bounded before anything else looks at it: each key costs a look for secrets, so
 * that without a bound a single request could hold everybody up.
 */
export const BLOCK_LIMITS = {
  /** Values of a tool's input, its keys among them. */
  values: 5_000,
  depth: 64,
  /** Characters of all strings of an input, and of one of them. */
  inputChars: 1_000_000,
  stringChars: 64_000,
  /** Characters of a text that was said or printed. */
  textChars: 512_000,
  blocks: 2_000,
  /** Values of all inputs of a request together: of many blocks, each within its limit. */
  requestValues: 200_000,
} as const

/** A block that was taken in part. The text that is stored says so as well, in its place. */
export type BlockCut = {
  /** Place of the session in the request. */
  session: number
  message_key: string
  reason: string
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const REASONS = {
  values: `a tool input holds more than ${BLOCK_LIMITS.values} values`,
  depth: `a tool input is nested deeper than ${BLOCK_LIMITS.depth} levels`,
  chars: `a tool input holds more than ${BLOCK_LIMITS.inputChars} characters`,
  string: `a string of a tool input has more than ${BLOCK_LIMITS.stringChars} characters`,
  text: `a text has more than ${BLOCK_LIMITS.textChars} characters`,
  blocks: `it has more than ${BLOCK_LIMITS.blocks} blocks`,
  request: `the tool inputs of this request hold more than ${BLOCK_LIMITS.requestValues} values`,
} as const
type Reason = keyof typeof REASONS

/** What is left of a request's own limit. */
type RequestBudget = { values: number }
type Budget = { values: number; chars: number; reasons: Set<Reason> }

/** A value of JSON within the limits. What is left out is named in its place. */
export const boundJson = (
  value: unknown,
  request: RequestBudget = { values: BLOCK_LIMITS.requestValues },
): { value: Json; reasons: string[] } => {
  const allowed = Math.min(BLOCK_LIMITS.values, Math.max(0, request.values))
  const budget: Budget = {
    values: allowed,
    chars: BLOCK_LIMITS.inputChars,
    reasons: new Set(),
  }
  const bounded = boundValue(value as Json, budget, 0)
  request.values -= allowed - budget.values
  if (allowed < BLOCK_LIMITS.values && budget.reasons.delete('values'))
    budget.reasons.add('request')
  return { value: bounded, reasons: [...budget.reasons].map((reason) => REASONS[reason]) }
}

const boundValue = (value: Json, budget: Budget, depth: number): Json => {
  budget.values--
  if (typeof value === 'string') return boundString(value, budget)
  if (value === null || typeof value !== 'object') return value
  if (depth >= BLOCK_LIMITS.depth) {
    budget.reasons.add('depth')
    return '[… nested too deeply, left out …]'
  }
  return Array.isArray(value) ? boundList(value, budget, depth) : boundFields(value, budget, depth)
}

const boundString = (text: string, budget: Budget): string => {
  const room = Math.max(0, Math.min(BLOCK_LIMITS.stringChars, budget.chars))
  if (text.length <= room) {
    budget.chars -= text.length
    return text
  }
  budget.reasons.add(text.length > BLOCK_LIMITS.stringChars ? 'string' : 'chars')
  budget.chars -= room
  const head = Math.floor((room * 4) / 5)
  return cutMiddle(text, { head, tail: room - head }).text
}

const boundList = (items: readonly Json[], budget: Budget, depth: number): Json[] => {
  const kept: Json[] = []
  for (const item of items) {
    if (isSpent(budget)) {
      kept.push(`[… ${items.length - kept.length} items left out …]`)
      break
    }
    kept.push(boundValue(item, budget, depth + 1))
  }
  return kept
}

const boundFields = (fields: { [key: string]: Json }, budget: Budget, depth: number): Json => {
  const names = Object.keys(fields)
  const kept: [string, Json][] = []
  for (const name of names) {
    if (isSpent(budget)) {
      kept.push(['[…]', `${names.length - kept.length} fields left out`])
      break
    }
    kept.push([boundString(name, budget), boundValue(fields[name] as Json, budget, depth + 1)])
  }
  return Object.fromEntries(kept)
}

/** Keys count as values and as characters, too: a look for secrets is taken at each. */
const isSpent = (budget: Budget): boolean => {
  if (budget.values <= 0) budget.reasons.add('values')
  if (budget.chars <= 0) budget.reasons.add('chars')
  return budget.values <= 0 || budget.chars <= 0
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listIn = (value: unknown, name: string): unknown[] => {
  const list = isFields(value) ? value[name] : undefined
  return Array.isArray(list) ? list : []
}

/**
 * Bounds the blocks of the sessions of a request, before its schema is held against it. It changes what it is given.
 *
 * @returns what was taken in part.
 */
export const boundSessions = (request: unknown): BlockCut[] => {
  const left = { values: BLOCK_LIMITS.requestValues }
  return listIn(request, 'sessions').flatMap((sent, index) =>
    listIn(sessionIn(sent), 'messages').flatMap((message) => {
      const key = isFields(message) ? message['key'] : ''
      const reasons = isFields(message) ? boundMessage(message, left) : []
      const message_key = typeof key === 'string' ? key.slice(0, 300) : ''
      return reasons.map((reason) => ({ session: index, message_key, reason }))
    }),
  )
}

/** An imported session stands beside what was made of it. */
const sessionIn = (sent: unknown): unknown =>
  isFields(sent) && isFields(sent['session']) ? sent['session'] : sent

const boundMessage = (message: Fields, request: RequestBudget): string[] => {
  const blocks = listIn(message, 'blocks')
  const reasons = new Set<string>()
  if (blocks.length > BLOCK_LIMITS.blocks) {
    const left = blocks.length - BLOCK_LIMITS.blocks + 1
    blocks.length = BLOCK_LIMITS.blocks - 1
    blocks.push({ type: 'text', text: `[… ${left} blocks left out …]` })
    reasons.add(REASONS.blocks)
  }
  for (const block of blocks)
    if (isFields(block)) for (const reason of boundBlock(block, request)) reasons.add(reason)
  return [...reasons]
}

const boundBlock = (block: Fields, request: RequestBudget): string[] => {
  const reasons: string[] = []
  for (const name of ['input', 'raw']) {
    if (!isFields(block[name]) && !Array.isArray(block[name]) && typeof block[name] !== 'string')
      continue
    const bounded = boundJson(block[name], request)
    if (bounded.reasons.length > 0) block[name] = bounded.value
    reasons.push(...bounded.reasons)
  }
  const { text } = block
  if (typeof text === 'string' && text.length > BLOCK_LIMITS.textChars) {
    const head = Math.floor((BLOCK_LIMITS.textChars * 4) / 5)
    block['text'] = cutMiddle(text, { head, tail: BLOCK_LIMITS.textChars - head - 100 }).text
    reasons.push(REASONS.text)
  }
  return reasons
}
