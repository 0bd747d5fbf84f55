// Reading what a tool printed, which may be of any shape.

export type Fields = Record<string, unknown>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

export const sumOf = (values: readonly unknown[]): number | null => {
  const numbers = values.flatMap((value) => numberOf(value) ?? [])
  return numbers.length === 0 ? null : numbers.reduce((sum, one) => sum + one, 0)
}
