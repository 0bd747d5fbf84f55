import { randomBytes } from 'node:crypto'
import { createRequestStateCodec } from '@modelcontextprotocol/server'

/** What a client keeps for a server between two rounds: it is signed, and for one process. */
type Round = { round: number; name?: string }

export const roundStates = createRequestStateCodec<Round>({ key: randomBytes(32) })

export const roundOf = (asked: { requestState: <T>() => T | undefined }): Round | undefined =>
  asked.requestState<Round>()
