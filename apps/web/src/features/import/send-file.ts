import {
  ApiError,
  errorEnvelopeSchema,
  type ImportTranscriptResponse,
  importTranscriptResponseSchema,
  ROUTES,
} from '@teamlore/shared'
import { withBase } from '../../lib/base-path.ts'

export type SendOptions = {
  isPrivate: boolean
  signal: AbortSignal
  /** Called with how much of the file is on the server, from 0 to 1; at 1 it begins to read. */
  onProgress: (share: number) => void
}
export type SendFile = (file: File, options: SendOptions) => Promise<ImportTranscriptResponse>

/** Not by `fetch`, which does not say how much of a body has gone out. Rejects with `ApiError`. */
export const sendFile: SendFile = (file, { isPrivate, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const query = new URLSearchParams({
      name: file.name,
      modified_at: String(file.lastModified),
      visibility: isPrivate ? 'private' : 'usual',
    })
    const request = new XMLHttpRequest()
    request.open('POST', withBase(`${ROUTES.importTranscript.path}?${query}`))
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.upload.addEventListener('load', () => onProgress(1))
    request.addEventListener('load', () => {
      try {
        resolve(answerOf(request))
      } catch (error) {
        reject(error)
      }
    })
    request.addEventListener('error', () => reject(unreachable()))
    request.addEventListener('abort', () => reject(cancelled()))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })

const answerOf = ({ status, responseText }: XMLHttpRequest): ImportTranscriptResponse => {
  const said = jsonOf(responseText)
  const answer = importTranscriptResponseSchema.safeParse(said)
  if (status === 200 && answer.success) return answer.data
  const refused = errorEnvelopeSchema.safeParse(said)
  if (refused.success) throw new ApiError({ status, ...refused.data.error })
  throw new ApiError({
    status,
    code: 'client.unexpected_answer',
    message: `The server answered something this page does not understand (status ${status}). Reload the page and try again.`,
  })
}

const unreachable = (): ApiError =>
  new ApiError({
    status: 0,
    code: 'network.unreachable',
    message:
      'The connection was cut before the file was there. Check that the server runs and the file can still be read, then try again.',
  })

const cancelled = (): ApiError =>
  new ApiError({ status: 0, code: 'client.aborted', message: 'Cancelled.' })

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
