'use client'

import { Button } from '@mantine/core'
import { errorWords } from '../../components/ui/error-words.tsx'
import type { useVerdicts } from './use-verdicts.ts'
import './ask-verdicts.css'

/** Has the language model read the first hits; nothing where there is none to ask. */
export const AskVerdicts = ({
  canAsk,
  isAsking,
  error,
  judged,
  ask,
}: ReturnType<typeof useVerdicts>) =>
  canAsk ? (
    <div className="ask-verdicts">
      {judged?.state !== 'done' && (
        <Button variant="default" size="xs" loading={isAsking} onClick={ask}>
          Ask the model which of these answer
        </Button>
      )}
      <p role="status" className="ask-verdicts-outcome">
        {judged?.message}
      </p>
      {error ? <p role="alert">{errorWords(error)}</p> : null}
    </div>
  ) : null
