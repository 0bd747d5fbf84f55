import { NativeSelect } from '@mantine/core'
import { useProjectOptions } from '../projects/index.ts'

/** Of which project; empty for any. */
export const ProjectSelect = ({
  value,
  onChange,
}: {
  value: string
  onChange: (project: string) => void
}) => (
  <NativeSelect
    label="Project"
    size="xs"
    data={[{ value: '', label: 'any' }, ...useProjectOptions()]}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
