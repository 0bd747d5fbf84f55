import { createHash } from 'node:crypto'
import type { AnchoredCode, CodeSnapshot } from '@teamlore/db'
import { definitionOf, type Lines } from './follow-lines.ts'

export type AnchorState = AnchoredCode['state']

/** Names of definitions are on the server as hashes alone. */
const hashOfName = (name: string): string =>
  createHash('sha256').update(name).digest('hex').slice(0, 16)

/** `Quay.moor`, `Quay#moor()`: the definition itself is named last. */
const lastName = (symbol: string): string =>
  symbol
    .replace(/\(.*$/, '')
    .split(/[.#]|::/)
    .at(-1) ?? symbol

type Found = CodeSnapshot['symbols'][number] | undefined

const symbolIn = (snapshot: CodeSnapshot, symbol: string): Found => {
  const name = hashOfName(lastName(symbol))
  return snapshot.symbols.find((one) => one.name === name)
}

/** A definition is as it was when it says the same, wherever in the file it stands now. */
const ofSymbol = (
  symbol: string,
  state: AnchorState,
  { before, after }: { before: CodeSnapshot | undefined; after: CodeSnapshot },
): AnchorState => {
  const now = symbolIn(after, symbol)
  const then = before && symbolIn(before, symbol)
  // What was never found may be a name that only people use.
  if (now === undefined) return then === undefined && state === 'unknown' ? 'unknown' : 'broken'
  if (then === undefined) return state === 'unknown' || state === 'broken' ? 'fresh' : state
  if (then.hash !== now.hash) return 'dirty'
  return settled(state)
}

const settled = (state: AnchorState): AnchorState => (state === 'unknown' ? 'fresh' : state)

/**
 * What becomes of an anchor when the file it names changes. Gone is a strong sign, merely edited a weak one. What is dirty stays
 * so until somebody confirms the memory: reading it, or a further edit, clears nothing.
 */
export const stateAfter = (
  {
    symbol,
    state,
    start_line = null,
    end_line = null,
  }: Pick<AnchoredCode, 'symbol' | 'state'> & Partial<Lines>,
  before: CodeSnapshot | undefined,
  after: CodeSnapshot | undefined,
): AnchorState => {
  if (after === undefined) return 'broken'
  if (symbol !== null) return ofSymbol(symbol, state, { before, after })
  if (before === undefined) return state === 'unknown' || state === 'broken' ? 'fresh' : state
  if (before.hash !== after.hash) {
    const [then, now] = definitionOf({ start_line, end_line }, before, after)
    // Lines of a definition that says the same are as they were, whatever else changed in the file.
    return then !== undefined && then.hash === now?.hash ? settled(state) : 'dirty'
  }
  return settled(state)
}
