import { plainLine } from '../../lib/format/plain-text.ts'

type Shown = { book: string; note: string; name: string; alt: string }

/** A picture that a note shows, by its name. */
export const NotePicture = ({ name, alt }: Shown) => (
  <span title={plainLine(name)}>{`[image: ${plainLine(alt || name)}]`}</span>
)
