import { type Verdict, verdictInWords } from '@teamlore/shared/verdicts'
import { Badge, type BadgeTone } from '../../components/ui/badge.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import './hit-verdict.css'

const TONES: Record<Verdict['says'], BadgeTone> = {
  answers: 'ok',
  does_not_answer: 'plain',
  unsure: 'wait',
}

/** What the language model says of a hit, with the words of the hit that it rests on. */
export const HitVerdict = ({ verdict }: { verdict: Verdict | undefined }) =>
  verdict === undefined ? null : (
    <p className="hit-verdict">
      <Badge tone={TONES[verdict.says]} title="What the language model says of it">
        {verdictInWords({ ...verdict, quote: null })}
      </Badge>
      {verdict.quote !== null && (
        <q className="tl-foreign" dir="auto">
          {plainLine(verdict.quote)}
        </q>
      )}
    </p>
  )
