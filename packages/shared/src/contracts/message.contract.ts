import { z } from 'zod'
import { timestampSchema } from './common.contract.ts'

/**
 * What was read from JSON is JSON: to go through its values again costs as much as all else together. How much of it there may
 * be is bounded before (`bound-blocks.ts`).
 */
const jsonSchema = z
  .unknown()
  .refine((value) => value !== undefined, 'is missing') as unknown as z.ZodType<
  z.core.util.JSONType,
  z.core.util.JSONType
>

/** What a text was cut to, and what it was: nothing is shortened silently. */
export const cutSchema = z.strictObject({ chars: z.number().int(), sha256: z.string() })

/**
 * One content block of a message. Tool output longer than the cap arrives as head + tail with `cut` naming the
 * full length in characters and the sha256 of the full text. Images carry no pixels: mime type, bytes, sha256.
 */
export const blockSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('thinking'), text: z.string() }),
  z.strictObject({
    type: z.literal('tool_call'),
    id: z.string().nullable(),
    name: z.string(),
    /** The tool's arguments as the coding tool recorded them, long strings cut. */
    input: jsonSchema,
  }),
  z.strictObject({
    type: z.literal('tool_result'),
    tool_call_id: z.string().nullable(),
    text: z.string(),
    is_error: z.boolean(),
    cut: cutSchema.optional(),
  }),
  z.strictObject({
    type: z.literal('image'),
    mime: z.string(),
    bytes: z.number().int(),
    sha256: z.string(),
  }),
  z.strictObject({ type: z.literal('file'), path: z.string(), text: z.string().optional() }),
  /** A block type this version does not know, kept as it was found. */
  z.strictObject({ type: z.literal('other'), name: z.string(), raw: jsonSchema }),
])
export type Block = z.infer<typeof blockSchema>

export const messageRoleSchema = z.enum(['user', 'assistant', 'system', 'tool'])
export const messageKindSchema = z.enum([
  'human',
  'assistant',
  'tool_result',
  'injected',
  'summary',
  'command',
])
export type MessageRole = z.infer<typeof messageRoleSchema>
export type MessageKind = z.infer<typeof messageKindSchema>

export const usageSchema = z.strictObject({
  input_tokens: z.number().int().nonnegative(),
  output_tokens: z.number().int().nonnegative(),
  cache_creation_tokens: z.number().int().nonnegative(),
  cache_read_tokens: z.number().int().nonnegative(),
})
export type Usage = z.infer<typeof usageSchema>

/**
 * One entry of a session in the normal form.
 * `key` identifies it within its session for ever: the tool's own id when there is one, else
 * `h:` + a hash of (session, ordinal, role, content). Sending the same key again updates nothing unless content grew.
 * `ordinal` is the place in file order (0-based), not time order.
 */
export const ingestMessageSchema = z.strictObject({
  key: z.string().min(1).max(300),
  parent_key: z.string().max(300).nullable(),
  ordinal: z.number().int().nonnegative().max(1_000_000_000),
  ts: timestampSchema.nullable(),
  role: messageRoleSchema,
  kind: messageKindSchema,
  model: z.string().max(200).nullable(),
  blocks: z.array(blockSchema).max(2_000),
  usage: usageSchema.nullable(),
  cwd: z.string().max(4_096).nullable(),
  git_branch: z.string().max(500).nullable(),
  tool_version: z.string().max(100).nullable(),
  /** True for turns on a branch the person rewound or edited away. */
  is_abandoned: z.boolean(),
})
export type IngestMessage = z.infer<typeof ingestMessageSchema>

/**
 * What a session wrote to a file. `added`/`removed` are fingerprints of lines (16 hex digits of sha256 of the trimmed
 * line; blank lines left out), so that blame can find a line again without storing its text twice.
 */
export const ingestEditSchema = z.strictObject({
  key: z.string().min(1).max(300),
  message_key: z.string().max(300),
  tool_call_id: z.string().max(300).nullable(),
  ts: timestampSchema.nullable(),
  path: z.string().min(1).max(4_096),
  operation: z.enum(['create', 'edit', 'delete', 'rename']),
  added_lines: z.number().int().nonnegative().max(1_000_000_000),
  removed_lines: z.number().int().nonnegative().max(1_000_000_000),
  added: z.array(z.string().regex(/^[0-9a-f]{16}$/)).max(20_000),
  removed: z.array(z.string().regex(/^[0-9a-f]{16}$/)).max(20_000),
})
export type IngestEdit = z.infer<typeof ingestEditSchema>
