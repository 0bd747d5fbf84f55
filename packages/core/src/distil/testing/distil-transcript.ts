import { digestMessage } from '../digest-message.ts'
import type { Distillate } from '../distil.types.ts'
import { createExtractiveDistiller } from '../distil-extractive.ts'
import type { Distiller } from '../distiller.ts'
import { isLive } from '../prompt-ranges.ts'
import type { Transcript } from './build-transcript.ts'

/** Distils a session that is whole in memory. */
export const distilTranscript = (
  { session, messages, edits }: Transcript,
  distiller: Distiller = createExtractiveDistiller(),
): Promise<Distillate> =>
  distiller.distil({
    session,
    edits,
    guides: [],
    messages: messages.filter(isLive).map(digestMessage),
  })
