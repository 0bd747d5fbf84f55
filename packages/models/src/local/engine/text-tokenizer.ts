import { readFile } from 'node:fs/promises'
import { Tokenizer } from '@huggingface/tokenizers'

/** Tokens that enclose every text: [CLS] before, [SEP] after. */
const FRAME_TOKENS = 2
/** About twice what 256 tokens of English take, so most texts need one piece. */
const PIECE_CHARACTERS = 2_000
/**
 * No token crosses one of these, and none of them occurs in a special token such as `[SEP]`. Not
 * `\s`: the model takes out vertical tabs and the like, and what was apart becomes one word.
 */
const BOUNDARY = /[ \t\n\r,;{}"']/g

export type TextTokenizer = {
  /** Token ids, `[CLS]` and `[SEP]` included, cut to the model's maximum. */
  encode: (text: string) => number[]
  /** How many ids the whole text would have, uncut. */
  count: (text: string) => number
}

export const loadTextTokenizer = async (path: string, maxTokens: number): Promise<TextTokenizer> =>
  createTextTokenizer(JSON.parse(await readFile(path, 'utf8')), maxTokens)

/** Reads only as much of a text as the model will see: a log of 10 MB costs no more than a page. */
export const createTextTokenizer = (
  definition: object,
  maxTokens: number,
  pieceCharacters = PIECE_CHARACTERS,
): TextTokenizer => {
  const tokenizer = new Tokenizer(definition, {})
  const [start, end] = frameOf(tokenizer)
  const idsOf = (piece: string) => tokenizer.encode(piece, { add_special_tokens: false }).ids

  return {
    encode: (text) => {
      const room = maxTokens - FRAME_TOKENS
      const ids: number[] = []
      for (const piece of piecesOf(text, pieceCharacters)) {
        for (const id of idsOf(piece)) ids.push(id)
        if (ids.length >= room) break
      }
      return [start, ...ids.slice(0, room), end]
    },
    count: (text) => {
      let count = FRAME_TOKENS
      for (const piece of piecesOf(text, pieceCharacters)) count += idsOf(piece).length
      return count
    },
  }
}

const frameOf = (tokenizer: Tokenizer): [number, number] => {
  const [start, end, ...others] = tokenizer.encode('').ids
  if (start === undefined || end === undefined || others.length > 0) {
    throw new Error('The tokenizer does not enclose a text in one start and one end token')
  }
  return [start, end]
}

/** Cuts where no token can be cut, so the pieces' tokens joined are the text's tokens. */
function* piecesOf(text: string, atLeast: number): Generator<string> {
  let from = 0
  while (text.length - from > atLeast) {
    BOUNDARY.lastIndex = from + atLeast
    const boundary = BOUNDARY.exec(text)
    if (!boundary) break
    const to = boundary.index + 1
    yield text.slice(from, to)
    from = to
  }
  yield text.slice(from)
}
