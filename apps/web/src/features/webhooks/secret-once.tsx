import { plainLine } from '../../lib/format/plain-text.ts'
import { ShownOnce } from '../settings/index.ts'

export const SecretOnce = ({
  secret,
  says,
  onDone,
}: {
  secret: string
  says: string
  onDone: () => void
}) => (
  <ShownOnce
    title="This is shown once"
    lines={[{ says: plainLine(says), text: secret }]}
    onDone={onDone}
  />
)
