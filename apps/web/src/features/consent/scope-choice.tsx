import { Checkbox } from '@mantine/core'
import type { ClientScope } from '@teamlore/shared/clients'
import { SCOPE_WORDS } from '../../lib/format/client-scope.ts'

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

/** What a client calls itself, and who stands for that name. */
export const ClientCallsItself = ({ name, knownBy }: { name: string; knownBy: string | null }) => (
  <>
    <strong>{name}</strong>
    <span className="consent-detail">
      {knownBy === null
        ? 'It calls itself so; nobody checked the name.'
        : `It calls itself so, and is known by ${knownBy}.`}
    </span>
  </>
)
