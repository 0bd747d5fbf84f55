import { brotliDecompressSync } from 'node:zlib'
import {
  ApiError,
  createClient,
  type ImportChange,
  type ImportedSession,
  type ImportRequest,
  type ImportResponse,
  importRequestSchema,
  type LoreClient,
} from '@teamlore/shared'

/** A server that takes only what the contract allows, and keeps what it was brought by the same identities as the real one. */
export const createFakeImporter = ({
  refuses = '',
  cut,
}: {
  refuses?: string
  cut?: ImportResponse['sessions'][number]['cut']
} = {}) => {
  const kept = new Map<string, string>()
  const requests: ImportRequest[] = []
  const note = (change: ImportChange, key: string, value: unknown): void => {
    const text = JSON.stringify(value)
    const before = kept.get(key)
    kept.set(key, text)
    if (before === undefined) change.inserted++
    else if (before === text) change.unchanged++
    else change.updated++
  }
  const take = ({ session, observations, summaries }: ImportedSession) => {
    const name = `${session.tool} ${session.native_id}`
    const [m, o, s] = [noChange(), noChange(), noChange()]
    for (const message of session.messages) note(m, `${name} m ${message.key}`, message)
    for (const one of observations) note(o, `${name} o ${one.key}`, one)
    for (const one of summaries) note(s, `${name} s ${one.prompt_number}`, one)
    return {
      native_id: session.native_id,
      session_id: 'ses_01',
      created: true,
      messages: m,
      observations: o,
      summaries: s,
      server_redactions: 0,
      ...(cut === undefined ? {} : { cut }),
    }
  }
  const importRecords = async (bytes: Uint8Array): Promise<ImportResponse> => {
    const text = brotliDecompressSync(bytes).toString('utf8')
    const request = importRequestSchema.parse(JSON.parse(text))
    if (refuses !== '' && text.includes(refuses))
      throw new ApiError({ status: 400, code: 'request.invalid', message: 'It is refused.' })
    requests.push(request)
    return { machine_id: 'mac_01', sessions: request.sessions.map(take) }
  }
  const client: LoreClient = {
    ...createClient({
      baseUrl: 'http://nowhere.invalid',
      fetch: () => Promise.reject(new Error('this test goes nowhere else')),
    }),
    redactionRules: {
      get: async () => ({ rules: [], allow: [], version: 0, updated_at: null }),
      set: () => Promise.reject(new Error('this test sets no rules')),
    },
    importRecords,
  }
  return {
    client,
    requests,
    sessions: (): ImportedSession[] => requests.flatMap(({ sessions }) => sessions),
    forget: (): void => {
      requests.length = 0
    },
  }
}

const noChange = (): ImportChange => ({ inserted: 0, updated: 0, unchanged: 0 })
