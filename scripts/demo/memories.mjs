// What the made-up team holds to be so. `draft` waits for a person.
const AT = { project: 'acme/harbour' }
/** Two that cannot both hold, and nobody knows which came later. */
const SAME_DAY = '2026-01-05'

export const DEMO_MEMORIES = [
  {
    ...AT,
    kind: 'invariant',
    statement: 'The writer takes the lock of the tide table before it reads a row.',
    reason: 'A reader in between lost the row about once an hour.',
    anchors: [{ path: 'src/tide-table.ts' }],
  },
  {
    ...AT,
    kind: 'convention',
    statement: 'All times of the harbour are kept in UTC and converted only where they are shown.',
    reason: 'The pilot roster showed the day before in summer.',
  },
  {
    ...AT,
    kind: 'decision',
    statement: 'The customs export retries five times with a growing pause.',
    reason: 'Customs restarts its server for two minutes each night.',
    slots: {
      subject: 'customs export',
      attribute: 'number of retries',
      scope: null,
      value: 'five',
      replaces: null,
    },
    valid_from: SAME_DAY,
  },
  {
    ...AT,
    kind: 'decision',
    statement: 'The customs export retries three times at most.',
    reason: 'Customs asked for fewer requests.',
    slots: {
      subject: 'customs export',
      attribute: 'number of retries',
      scope: null,
      value: 'three',
      replaces: null,
    },
    valid_from: SAME_DAY,
    draft: true,
  },
  {
    ...AT,
    kind: 'graveyard',
    statement: 'A second queue for crane telemetry was tried and given up.',
    reason: 'It existed for a broker that is gone; a low priority does the same.',
    draft: true,
  },
  {
    ...AT,
    kind: 'gotcha',
    statement: 'Berth numbers of the old terminal begin at 0, those of the new one at 1.',
    reason: 'An import put every ship of the new terminal one berth too far.',
    draft: true,
  },
]
