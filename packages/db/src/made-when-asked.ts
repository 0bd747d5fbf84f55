type Factories<Ground extends readonly unknown[]> = Record<string, (...ground: Ground) => unknown>

type Made<F> = {
  readonly [Name in keyof F]: F[Name] extends (...ground: never[]) => infer One ? One : never
}

const GROUND = Symbol('what all are made on')

/**
 * Each of them is made when it is first asked for: a transaction uses three of a hundred, and making all of them took a tenth of what
 * the server computes for a request.
 */
export const madeWhenAsked =
  <Ground extends readonly unknown[]>() =>
  <F extends Factories<Ground>>(factories: F) => {
    const known = {}
    for (const [name, create] of Object.entries(factories))
      Object.defineProperty(known, name, {
        enumerable: true,
        get(this: { [GROUND]: Ground }) {
          const value = create(...this[GROUND])
          Object.defineProperty(this, name, { value, enumerable: true, configurable: true })
          return value
        },
      })
    return (...ground: Ground): Made<F> => Object.create(known, { [GROUND]: { value: ground } })
  }
