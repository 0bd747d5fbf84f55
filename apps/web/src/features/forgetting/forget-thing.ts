import type { ForgetMany, ForgetPreview } from '@teamlore/shared/forgetting'
import { plainLine } from '../../lib/format/plain-text.ts'

/** `name`: what has to be typed before a person or all of a project goes. `id` of several: another one for each question. */
export type Forgettable =
  | { kind: 'session' | 'message' | 'memory'; id: string }
  | { kind: 'person'; id: string; name: string }
  | { kind: 'several'; id: string; title: string; asked: ForgetMany; name?: string | undefined }

type Words = {
  title: string
  button: string
  typing?: { name: string; label: string } | undefined
  note?: string
}

/** What the dialog says of it, beside the preview. */
export const wordsFor = (thing: Forgettable): Words => {
  if (thing.kind === 'person')
    return {
      title: `Erase ${plainLine(thing.name)}?`,
      button: 'Erase this person',
      typing: { name: thing.name, label: `Type ${plainLine(thing.name)} to erase them` },
      note: 'Their access ends at once, whatever the delay.',
    }
  if (thing.kind === 'several') {
    const { title, name } = thing
    return {
      title: `Forget ${title}?`,
      button: 'Forget all of it',
      typing:
        name === undefined
          ? undefined
          : { name, label: `Type ${plainLine(name)} to forget what people have in it` },
    }
  }
  return { title: `Forget this ${thing.kind}?`, button: 'Forget it' }
}

/** What a hold keeps is refused, and of several there may be none. A single thing is there. */
export const mayGo = ({ kind }: Pick<Forgettable, 'kind'>, preview: ForgetPreview): boolean =>
  !preview.is_held && (kind !== 'several' || preview.goes.length > 0)
