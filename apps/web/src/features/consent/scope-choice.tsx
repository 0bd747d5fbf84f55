import { Checkbox } from '@mantine/core'
import type { ClientScope } from '@teamlore/shared/clients'
import { RequestDetail } from '../../components/ui/answer-request.tsx'
import { SCOPE_WORDS } from '../../lib/format/client-scope.ts'
import { plainLine } from '../../lib/format/plain-text.ts'
import './scope-choice.css'

type Props = {
  scopes: readonly ClientScope[]
  possible: readonly ClientScope[]
  chosen: readonly ClientScope[]
  isBusy: boolean
  onChange: (chosen: readonly ClientScope[]) => void
}

/** What a client asks for, of which a person takes away what they do not want. */
export const ScopeChoice = ({ scopes, possible, chosen, isBusy, onChange }: Props) => (
  <fieldset className="consent-scopes">
    <legend>It may</legend>
    {scopes.map((scope) => (
      <Checkbox
        key={scope}
        label={SCOPE_WORDS[scope]}
        description={possible.includes(scope) ? undefined : 'Your role does not allow this.'}
        checked={chosen.includes(scope)}
        disabled={isBusy || scope === 'read' || !possible.includes(scope)}
        onChange={({ currentTarget: { checked } }) =>
          onChange(scopes.filter((one) => (one === scope ? checked : chosen.includes(one))))
        }
      />
    ))}
  </fieldset>
)

type Named = { name: string; known_by: string | null }

/** What a client calls itself, and who stands for that name. */
export const ClientCallsItself = ({ client: { name, known_by } }: { client: Named }) => (
  <>
    <strong>{plainLine(name)}</strong>
    <RequestDetail>
      {known_by === null
        ? 'It calls itself so; nobody checked the name.'
        : `It calls itself so, and is known by ${plainLine(known_by)}.`}
    </RequestDetail>
  </>
)
