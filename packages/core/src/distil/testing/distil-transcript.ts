import { createExtractiveDistiller } from '../rules/distil-extractive.ts'
import { digestMessage } from '../transcript/digest-message.ts'
import type { Distillate } from '../transcript/distil.types.ts'
import type { Distiller } from '../transcript/distiller.ts'
import { isLive } from '../transcript/prompt-ranges.ts'
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
