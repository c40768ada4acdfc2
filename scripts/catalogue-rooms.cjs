/** Import rules of the index and its folders, for dependency-cruiser. */

const catalogue = '^packages/catalogue/src'
const test = '(\\.test\\.ts$|/testing/)'

/** Each folder with the folders that it may import. */
const rooms = [
  ['memory', []],
  ['text', ['memory']],
  ['model', ['memory', 'text']],
  ['build', ['memory', 'text', 'model']],
  ['kernel', ['memory', 'text', 'model']],
  ['delta', ['memory', 'text', 'model']],
  ['query', ['memory', 'text', 'model', 'kernel', 'delta']],
  ['page', ['memory', 'text', 'model', 'kernel', 'delta', 'query']],
  ['aggregate', ['memory', 'text', 'model', 'kernel', 'delta', 'query']],
  ['similar', ['memory', 'text', 'model', 'kernel', 'delta', 'query', 'aggregate']],
]

exports.catalogueRooms = [
  {
    name: 'catalogue-on-contract',
    comment: 'The index knows nothing of HTTP, SQL or files.',
    severity: 'error',
    from: { path: catalogue, pathNot: test },
    to: { pathNot: '^packages/(contract|catalogue)/src' },
  },
  ...rooms.map(([room, below]) => ({
    name: `catalogue-${room}`,
    comment: 'A room of the index imports only the rooms below it.',
    severity: 'error',
    from: { path: `${catalogue}/${room}/`, pathNot: test },
    to: { path: `${catalogue}/`, pathNot: `${catalogue}/(${[room, ...below].join('|')})/` },
  })),
  {
    name: 'catalogue-in-rooms',
    comment: 'Only the entrance of the index stands outside of its rooms.',
    severity: 'error',
    from: { path: `${catalogue}/`, pathNot: `(${catalogue}/catalogue\\.ts$|${test})` },
    to: { path: `${catalogue}/[^/]+\\.ts$` },
  },
]
