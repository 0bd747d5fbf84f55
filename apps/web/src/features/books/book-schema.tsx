import type { BookAnswer } from '@teamlore/shared/books'
import { ScrollBox } from '../../components/ui/scroll-box.tsx'
import { plainLine } from '../../lib/format/plain-text.ts'
import { relationshipsOf, typesOf } from './book-words.ts'

type Layer = BookAnswer['layers'][number]

const kindOf = ({ canonical, overrides }: Pick<Layer, 'canonical' | 'overrides'>): string => {
  if (canonical) return 'what is'
  return overrides ? 'what if' : 'what happened'
}

/** Layers, types, properties and relationships that a book declares. */
export const BookSchemaView = ({ book }: { book: BookAnswer }) => (
  <section aria-label="Schema" className="book-schema">
    {book.stale_schema !== null && (
      <p className="book-alert" role="note">
        schema.yaml, line {book.stale_schema.line}: {plainLine(book.stale_schema.message)} This is
        the last schema that could be read.
      </p>
    )}
    <h2>Layers</h2>
    <ul className="book-layers">
      {book.layers.map(({ name, canonical, depends_on, overrides }) => (
        <li key={name}>
          <strong className="tl-foreign">{name}</strong>{' '}
          <span className="book-quiet">
            {kindOf({ canonical, overrides })}
            {depends_on.length > 0 && `, on ${depends_on.join(', ')}`}
          </span>
        </li>
      ))}
    </ul>
    {typesOf(book).map((type) => (
      <div key={type.name} className="book-type">
        <h2 className="tl-foreign">{type.name}</h2>
        {type.description && <p className="tl-foreign">{type.description}</p>}
        <ScrollBox label={`Fields of ${type.name}`} className="book-table">
          <table>
            <thead>
              <tr>
                <th scope="col">field</th>
                <th scope="col">holds</th>
                <th scope="col">seen by</th>
              </tr>
            </thead>
            <tbody>
              {type.properties.map(({ name, type: kind, values, required, needs }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>
                    {values ? values.join(' | ') : kind}
                    {required && ' (required)'}
                  </td>
                  <td>{needs ?? 'everybody'}</td>
                </tr>
              ))}
              {type.field_mappings.map(({ field, relationship, target_type }) => (
                <tr key={`${field} ${relationship}`}>
                  <th scope="row">{field}</th>
                  <td>
                    {relationship} → {target_type.length === 0 ? 'any' : target_type.join(', ')}
                  </td>
                  <td>everybody</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      </div>
    ))}
    <h2>Relationships</h2>
    <ul className="book-layers">
      {relationshipsOf(book).map(({ name, inverse, symmetric, needs }) => (
        <li key={name}>
          <span className="tl-mono">{name}</span>{' '}
          <span className="book-quiet">
            {symmetric ? 'both ways' : inverse ? `other way ${inverse}` : 'one way'}
            {needs && `, needs ${needs}`}
          </span>
        </li>
      ))}
    </ul>
  </section>
)
