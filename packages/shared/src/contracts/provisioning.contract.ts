import { z } from 'zod'
import { roleSchema } from './common.contract.ts'

/** What a directory has reported of a team by SCIM, and where it reports it. */
export const provisioningSchema = z.object({
  /** To be entered at the directory. */
  base_url: z.string(),
  users: z.object({ active: z.number().int(), inactive: z.number().int() }),
  groups: z.array(
    z.object({
      name: z.string(),
      members: z.number().int(),
      /** What its members are; null where no role is set for a group of this name. */
      role: roleSchema.nullable(),
    }),
  ),
  /** What somebody is whose groups give no role. */
  usual_role: roleSchema,
  /** When the directory last reported a user or a group; null where it never did. */
  last_reported_at: z.string().nullable(),
  /** The same by its former name, which goes with the next release. */
  last_told_at: z.string().nullable(),
})
export type Provisioning = z.infer<typeof provisioningSchema>
