import type { TeamRole } from '@teamlore/shared'
import { ABILITIES, type Ability, mayDo, ROLES } from '@teamlore/shared/roles'

/** What each role may, out of the very table that the server goes by. */
export const RoleTable = ({ role }: { role: TeamRole }) => (
  <details className="settings-section settings-roles">
    <summary>What each role may do</summary>
    <div className="settings-scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">May</th>
            {ROLES.map((one) => (
              <th key={one} scope="col" data-own={one === role ? true : undefined}>
                {one}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(Object.keys(ABILITIES) as Ability[]).map((ability) => (
            <tr key={ability}>
              <th scope="row">{ABILITIES[ability].says}</th>
              {ROLES.map((one) => (
                <td key={one}>{mayDo(one, ability) ? 'yes' : '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)
