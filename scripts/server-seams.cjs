/** Import rules that keep the server's interfaces replaceable, for dependency-cruiser. */

const features = '^packages/server/src/features'
const test = '(\\.test\\.ts$|/testing/)'
/** Limits a rule to runtime imports: type imports leave no trace. */
const code = { dependencyTypesNot: ['type-only'] }

exports.serverSeams = [
  {
    name: 'storages-know-no-feature',
    comment: 'A storage knows nothing of works, scans and listeners.',
    severity: 'error',
    from: { path: `${features}/storages/`, pathNot: test },
    to: { path: `(${features}/(?!storages/)|^packages/server/src/(domain|db|http|commands)/)` },
  },
  {
    name: 'files-through-storages',
    comment: 'Delivery and the walk of a scan reach files through a storage alone, whatever kind it is of.',
    severity: 'error',
    from: {
      path: `${features}/library/(media/|scan/(walk|links|inspect-work|ingest-[a-z]+)\\.ts$)`,
      pathNot: test,
    },
    to: { path: `(^fs(/promises)?$|${features}/storages/local/)`, ...code },
  },
  {
    name: 'use-cases-know-no-door',
    comment: 'A use case says what a door needs without the endpoints of any door.',
    severity: 'error',
    from: { path: '^packages/server/src/.*\\.use-cases\\.ts$' },
    to: {
      path: '(\\.api\\.ts$|^packages/server/src/http/|^packages/contract/src/kit/)',
      pathNot: '/http/context\\.ts$',
    },
  },
  {
    name: 'tasks-behind-sources',
    comment:
      'Tasks know sources of metadata by their interface; the start of the server says which ones there are.',
    severity: 'error',
    from: { path: `${features}/tasks/`, pathNot: test },
    to: { path: `${features}/metadata/(marketplace|feed)/` },
  },
]
