import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Engine } from './engine.types.ts'
import { rows, sqlstate } from './rows.ts'

export type NewEmbeddingSpace = { id: string; dimensions: number }

/** Where HNSW ends; larger spaces are searched vector by vector. */
const MAX_DIMENSIONS = { halfvec: 4_000, vector: 2_000 }

/**
 * What the index of a space holds. A processor reads half precision by itself, and half as much fits into memory; in WASM each
 * number is taken apart by hand, so that building takes six times as long and searching twice.
 */
export const indexedTypeOf = (
  kind: Engine['kind'],
  { dimensions }: Pick<NewEmbeddingSpace, 'dimensions'>,
): 'halfvec' | 'vector' =>
  kind === 'embedded' && dimensions <= MAX_DIMENSIONS.vector ? 'vector' : 'halfvec'

/**
 * Makes a space known and gives it its vector index, without blocking who reads or writes. Safe to call at every
 * start and from several processes at once.
 *
 * @throws Error when the id was registered with other dimensions.
 */
export const registerEmbeddingSpace = async (
  engine: Pick<Engine, 'db' | 'kind'>,
  { id, dimensions }: NewEmbeddingSpace,
): Promise<void> => {
  if (!/^[A-Za-z0-9._-]{1,100}$/.test(id)) {
    throw new Error(`An embedding space needs an id of letters, digits, ".", "_" and "-": ${id}`)
  }
  await rows(
    engine.db,
    sql`insert into teamlore.embedding_spaces (id, dimensions) values (${id}, ${dimensions})
      on conflict (id) do nothing`,
  )
  const [known] = await rows<{ dimensions: number }>(
    engine.db,
    sql`select dimensions from teamlore.embedding_spaces where id = ${id}`,
  )
  if (known?.dimensions !== dimensions) {
    throw new Error(
      `The embedding space ${id} was registered with ${known?.dimensions} dimensions, not ${dimensions}. Give the changed model another id.`,
    )
  }
  if (dimensions <= MAX_DIMENSIONS.halfvec) await ensureIndex(engine, { id, dimensions })
}

export const vectorIndexName = (space: string, type: 'halfvec' | 'vector' = 'halfvec'): string => {
  const hash = createHash('sha256').update(space).digest('hex').slice(0, 12)
  return type === 'halfvec' ? `document_vectors_${hash}` : `document_vectors_${hash}_full`
}

const ensureIndex = async (
  engine: Pick<Engine, 'db' | 'kind'>,
  { id, dimensions }: NewEmbeddingSpace,
): Promise<void> => {
  const type = indexedTypeOf(engine.kind, { dimensions })
  const name = vectorIndexName(id, type)
  const state = await indexState(engine, name)
  // A build that was cut off leaves an index that is written but never read.
  if (state === 'broken')
    await engine.db.execute(sql.raw(`drop index concurrently if exists teamlore.${name}`))
  if (state === 'missing' || state === 'broken')
    await engine.db
      .execute(
        sql.raw(`create index concurrently if not exists ${name} on teamlore.document_vectors
        using hnsw ((embedding::${type}(${Number(dimensions)})) ${type}_cosine_ops) where space = '${id}'`),
      )
      .catch((error: unknown) => {
        // Another process was quicker.
        if (!['42P07', '23505'].includes(sqlstate(error) ?? '')) throw error
      })
  // An embedded database of before holds one of half precision.
  if (type === 'vector')
    await engine.db.execute(
      sql.raw(`drop index concurrently if exists teamlore.${vectorIndexName(id)}`),
    )
}

const indexState = async (
  engine: Pick<Engine, 'db'>,
  name: string,
): Promise<'missing' | 'valid' | 'building' | 'broken'> => {
  const [found] = await rows<{ valid: boolean; building: boolean }>(
    engine.db,
    sql`
    select i.indisvalid as valid,
      exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid) as building
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'teamlore' and c.relname = ${name}`,
  )
  if (found === undefined) return 'missing'
  if (found.valid) return 'valid'
  return found.building ? 'building' : 'broken'
}
