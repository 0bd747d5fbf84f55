'use client'

import { removedText } from '@teamlore/shared/removed-text'
import type { TranscriptRow } from '../model/rows.ts'
import './quiet-row.css'

/** Messages whose text is gone: one quiet line for all of a stretch. */
export const RemovedRow = ({ row }: { row: TranscriptRow }) => (
  <p className="removed-row">{removedText(row.message, row.removed)}</p>
)
