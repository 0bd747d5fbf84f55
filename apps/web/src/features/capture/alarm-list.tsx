import type { CaptureAlarm } from '@teamlore/shared'
import { Badge } from '../../components/ui/badge.tsx'
import { WithCommands } from '../../components/ui/with-commands.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'

const WORDS = { error: 'Error', warning: 'Warning' } as const

/** What somebody should look at, the worst first, each with what to do. */
export const AlarmList = ({ alarms }: { alarms: readonly CaptureAlarm[] }) =>
  alarms.length === 0 ? null : (
    <section className="capture-section" aria-label="Alarms">
      <ul className="capture-alarms">
        {alarms.map((alarm) => (
          <li
            key={`${alarm.code} ${alarm.machine_id} ${alarm.tool ?? ''} ${alarm.message}`}
            data-severity={alarm.severity}
          >
            <Badge tone={alarm.severity === 'error' ? 'error' : 'wait'}>
              {WORDS[alarm.severity]}
            </Badge>
            <div>
              <p className="tl-foreign">{plainLine(alarm.message)}</p>
              <p className="capture-detail">
                <WithCommands text={plainLine(alarm.remedy)} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
