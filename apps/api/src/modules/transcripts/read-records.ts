import { createReadStream } from 'node:fs'
import { transcriptReaderBroke } from '@teamlore/core'
import { INGEST_LIMITS, type TranscriptRecord, transcriptRecordSchema } from '@teamlore/shared'

/** What a reader printed, judged like anything else that comes from outside. */
export async function* readRecords(path: string): AsyncGenerator<TranscriptRecord> {
  let isComplete = false
  for await (const line of linesOf(path)) {
    const parsed = transcriptRecordSchema.safeParse(jsonOf(line))
    if (!parsed.success || isComplete) throw transcriptReaderBroke({ cause: parsed.error })
    isComplete = parsed.data.type === 'end'
    yield parsed.data
  }
  if (!isComplete) throw transcriptReaderBroke()
}

/** Not by `readline`: that takes other characters for line ends too, which stand in texts as they are. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let pieces: Buffer[] = []
  let length = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...pieces, chunk.subarray(from, end)]).toString('utf8')
      pieces = []
      length = 0
      from = end + 1
    }
    const rest = chunk.subarray(from)
    length += rest.length
    if (length > INGEST_LIMITS.maxBytes) throw transcriptReaderBroke()
    if (rest.length > 0) pieces.push(rest)
  }
  if (length > 0) yield Buffer.concat(pieces).toString('utf8')
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
