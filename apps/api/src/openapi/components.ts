import { ROUTE_COMPONENTS } from '@teamlore/shared'
import { z } from 'zod'

/** Names under which schemas stand in the OpenAPI document; what is sent gets `Input` appended. */
export const componentRegistry = () => {
  // A registry of its own: the global one is everybody's.
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(ROUTE_COMPONENTS)) registry.add(schema, { id })
  return registry
}
