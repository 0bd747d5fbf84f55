/** What each figure counts, and what to do where there is too much of it. */
const FIGURES = {
  folderCycles: {
    what: 'groups of folders that import each other',
    advice: 'Move what both need beneath them, or hand it in.',
  },
  builderCalls: {
    what: "calls of Drizzle's builder in packages/db",
    advice: 'Write statements of one table with the builder.',
  },
  casts: {
    what: 'casts of unchecked rows (`rows<`)',
    advice: 'Use the builder, or decode the rows.',
  },
  packedSpreads: {
    what: 'object literals spread into another (`...{`)',
    advice: 'Write their fields into the object itself.',
  },
  tells: {
    what: '"tell" and "told" by word',
    advice: 'Say report, return, show, state or store.',
  },
  largestFolder: {
    what: 'files in the largest folder',
    advice: 'Split it by noun.',
  },
  longFile: {
    what: 'lines of a long file: nine of ten are no longer',
    advice: 'Split files by noun.',
  },
  longestFile: {
    what: 'lines of the longest file',
    advice: 'Split it by noun.',
  },
}

/** A figure with its bound, and how far it is beyond it. */
const bounded = (house, { atMost, atLeast }) =>
  Object.entries(house).flatMap(([kind, figures]) =>
    Object.entries(figures).map(([name, figure]) => {
      const floor = atLeast[kind]?.[name]
      const bound = floor ?? atMost[kind]?.[name]
      if (bound === undefined)
        throw new Error(`scripts/house-bounds.json has no bound for ${name} of ${kind}.`)
      const isFloor = floor !== undefined
      const beyond = isFloor ? bound - figure.value : figure.value - bound
      return { ...figure, kind, name, bound, beyond, side: isFloor ? 'floor' : 'ceiling' }
    }),
  )

const failure = ({ kind, name, value, bound, side, places }) =>
  [
    `${name}, ${kind}: ${value} ${FIGURES[name].what}, and the ${side} is ${bound}. ${FIGURES[name].advice}`,
    ...places.map((place) => `    ${place}`),
  ].join('\n')

const wish = ({ kind, name, value, side }) =>
  `${name}, ${kind}: ${side === 'ceiling' ? 'lower the ceiling' : 'raise the floor'} to ${value}`

/**
 * Every figure beside its bound. `atMost` are ceilings, `atLeast` floors.
 * @returns what fails, what may be bounded closer, and a line for each figure.
 */
export const compareHouse = (house, bounds) => {
  const figures = bounded(house, bounds)
  return {
    failures: figures.filter(({ beyond }) => beyond > 0).map(failure),
    closer: figures.filter(({ beyond }) => beyond < 0).map(wish),
    lines: figures.map(
      ({ kind, name, value, side, bound }) =>
        `${kind.padEnd(8)} ${name.padEnd(14)} ${value} (${side} ${bound})`,
    ),
  }
}
