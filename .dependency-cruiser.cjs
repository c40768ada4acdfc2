/** The arrows of ARCHITECTURE.md. `node scripts/arrows.ts` runs them and proves that enough modules were read. */

const { catalogueRooms } = require('./scripts/catalogue-rooms.cjs')
const { serverSeams } = require('./scripts/server-seams.cjs')
const { webRooms } = require('./scripts/web-rooms.cjs')

const server = '^packages/server/src'
const web = '^packages/web/src'
const test = '(\\.test\\.tsx?$|/testing/)'
/** The rule is about running code: a type leaves no trace. */
const code = { dependencyTypesNot: ['type-only'] }

const writerThread = '(sqlite-writer-worker|sqlite-file|writer-messages|waiting-writer|user-change\\.rules)'

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    forbid('no-circles', 'Arrows point one way.', {}, { circular: true, viaOnly: code }),
    forbid('no-orphan-import', 'Everything imported exists.', {}, { couldNotResolve: true }),

    forbid(
      'contract-alone',
      'The contract knows valibot only.',
      { path: '^packages/contract/src', pathNot: test },
      {
        path: '^(packages/(?!contract)|node_modules)',
        pathNot: '^node_modules/(valibot|@valibot/to-json-schema)/',
      },
    ),
    ...catalogueRooms,
    forbid(
      'fakes-on-contract',
      'Fakes speak protocols, not our insides.',
      { path: '^packages/fakes/src', pathNot: test },
      {
        path: '^packages/(catalogue|server|web)/',
      },
    ),
    forbid(
      'nobody-imports-fakes',
      'Fakes are for tests, demo and bench.',
      {
        path: '^packages/(contract|catalogue|server|web)/src',
        pathNot: `(${test}|^packages/server/src/features/demo/)`,
      },
      {
        path: '^packages/fakes/',
      },
    ),
    forbid(
      'demo-imports-its-shelf',
      'The server makes demo works by the shelf that `npm run demo` shows, and knows no other fake.',
      { path: '^packages/server/src/features/demo/', pathNot: test },
      { path: '^packages/fakes/src/(?!demo/)' },
    ),
    forbid(
      'server-not-web',
      'Server and web never meet.',
      { path: '^packages/(server|catalogue)/' },
      { path: '^packages/web/' },
    ),
    forbid(
      'web-on-contract',
      'The client knows the contract alone.',
      { path: web },
      { path: '^packages/(server|catalogue|fakes)/' },
    ),

    forbid(
      'domain-beneath-features',
      'What features share of the subject knows none of them.',
      { path: `${server}/domain/`, pathNot: test },
      { path: `${server}/(features|commands)/` },
    ),
    ...serverSeams,
    forbid(
      'sql-in-stores',
      'Only stores, db and migrations speak SQL.',
      {
        path: server,
        pathNot: `(\\.store\\.ts$|^packages/server/src/db/|${test})`,
      },
      { path: '^node_modules/kysely/', ...code },
    ),
    forbid(
      'writer-thread-alone',
      'The thread that writes loads SQLite and nothing that builds queries: it stands in memory all the time.',
      { path: `^packages/server/src/db/${writerThread}\\.ts$` },
      {
        path: '^(packages|node_modules)/',
        pathNot: `^(packages/server/src/db/${writerThread}\\.ts$|node_modules/(better-sqlite3|lru-cache)/)`,
        ...code,
      },
    ),
    forbid(
      'driver-in-open',
      'Three files open databases: ours, its file of SQLite, and those of other programs.',
      { path: server, pathNot: `(^packages/server/src/db/(open|foreign|sqlite-file)\\.ts$|${test})` },
      {
        path: '^node_modules/(better-sqlite3|pg)/',
        ...code,
      },
    ),
    forbid(
      'one-way-out',
      'Only lib/outbound speaks to other servers; the others listen. `fetch` is forbidden by biome.json.',
      {
        path: '^packages/(server|catalogue|contract)/src',
        pathNot: `(^packages/server/src/(lib/outbound|http/(door-socket|metrics|own-tls|startup-responder))\\.ts$|${test})`,
      },
      { path: '^(node_modules/(undici|node-fetch|axios|got|ky)/|https?$|http2$|tls$|dgram$)', ...code },
    ),
    forbid(
      'http-at-the-edge',
      'Only app.ts and http/ know the web framework.',
      {
        path: server,
        pathNot: `(^packages/server/src/(app\\.ts|http/)|${test})`,
      },
      { path: '^node_modules/(fastify|@fastify)/' },
    ),
    forbid(
      'features-below-app',
      'Nothing below reaches up to the start of the program.',
      {
        path: `${server}/(features|db|lib)/`,
        pathNot: test,
      },
      { path: `${server}/(main|app|routes|deps|cli)` },
    ),
    forbid(
      'db-below-features',
      'The database knows no feature.',
      { path: `${server}/(db|lib)/`, pathNot: test },
      {
        path: `${server}/(features|http)/`,
      },
    ),
    forbid(
      'features-not-http',
      'A feature returns plain values.',
      { path: `${server}/features/`, pathNot: test },
      {
        path: `${server}/http/`,
        pathNot: '/context\\.ts$',
        ...code,
      },
    ),
    forbid(
      'rules-are-pure',
      'Rules import the contract, the index (no I/O either) and other rules.',
      { path: '\\.rules\\.ts$' },
      {
        pathNot:
          '(^packages/(contract|catalogue)/src|\\.rules\\.ts$|^node_modules/(valibot|node-html-parser|@lingui/message-utils)/|^(crypto|net)$)',
        ...code,
      },
    ),

    ...webRooms,
    forbid(
      'nothing-imports-a-test',
      'Tests stand at the end of every arrow.',
      { pathNot: `(${test}|^bench/|^e2e/|vitest\\.config)` },
      { path: test },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|^\\.cache)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
