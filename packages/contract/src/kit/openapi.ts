/** The contract as an OpenAPI 3.1 document, derived from the schemas that the server parses requests with. */
import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema'
import { ErrorBody, errorStatus } from '../errors.ts'
import type { Access, Endpoint, ObjectSchema, Schema } from './endpoint.ts'
import { scopeNeeded, type TokenScope } from './token-scope.ts'

type Json = Record<string, unknown>

export interface DocumentInfo {
  readonly title: string
  readonly version: string
  readonly basePath: string
}

/** Example bodies by operation ID. */
export type Examples = Readonly<Record<string, { readonly body?: unknown; readonly response?: unknown }>>

/** Returns the document. The keys of `api` are the operation IDs. */
export function openApi(
  api: Readonly<Record<string, Endpoint>>,
  info: DocumentInfo,
  examples: Examples = {},
): Json & { openapi: string } {
  const paths: Record<string, Json> = {}
  for (const [operationId, endpoint] of Object.entries(api)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    const described = operation(operationId, endpoint, examples[operationId] ?? {})
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: described }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: info.basePath }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: { Error: errorSchema() },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A session token, as returned by `POST /auth/login`.',
        },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'koe_…',
          description:
            'An API token, created on the account page or by `POST /account/api-tokens`. `x-token-scope` of an operation is the smallest scope that may call it: `read`, `write` (includes `read`) or `admin` (includes both). Operations without it reject API tokens with 403 `apiTokenScope`. The role of the owner at the time of the request also counts. An expired or revoked token returns 401 `apiTokenInvalid`. Send it in this header only, never in a URL.',
        },
      },
    },
  }
}

const introduction =
  `Times are ISO 8601 UTC, dates \`YYYY-MM-DD\`, money whole yen, durations seconds. Lists return \`items\`, \`total\`,
\`page\` and \`pageSize\`. Repeat a query parameter to pass several values. A hidden object returns 404 like one that does not exist. An expired token
returns 401 on every route. 429 and 503 have \`Retry-After\`. Many responses have an \`ETag\`.`.replaceAll(
    '\n',
    ' ',
  )

interface Tag {
  readonly name: string
  readonly description: string
  readonly paths: RegExp
}

/** An operation gets the first tag whose pattern matches its path. */
const tags: readonly Tag[] = [
  { name: 'Sharing', description: 'Shared links.', paths: /^\/(shared|account\/shares|admin\/shares)/ },
  { name: 'App passwords', description: 'Secrets for apps.', paths: /^\/account\/app-passwords/ },
  { name: 'API tokens', description: 'Tokens for scripts.', paths: /^\/account\/api-tokens/ },
  { name: 'Personal data', description: 'Export and import of an account.', paths: /^\/account\/data/ },
  {
    name: 'Sign-in',
    description: 'Login, registration, setup, passkeys, single sign-on.',
    paths: /^\/(auth|setup|account\/(passkeys|identities)|admin\/settings\/oidc)/,
  },
  { name: 'Account', description: 'Your account, sessions and settings.', paths: /^\/account/ },
  {
    name: 'Media',
    description: 'Files, covers and archives by signed links.',
    paths: /^\/(media|covers|works\/:id\/archive)/,
  },
  {
    name: 'Subtitles',
    description: 'Lines of tracks, and search in them.',
    paths: /^\/(lyrics|tracks|works\/:id\/lyrics)/,
  },
  {
    name: 'Editing',
    description: 'Edits of works and entities.',
    paths: /\/(edits|refresh|merge|cover)(\/|$)/,
  },
  { name: 'Works', description: 'Lists, facets, search and single works.', paths: /^\/works/ },
  { name: 'Home', description: 'The home page.', paths: /^\/home/ },
  {
    name: 'Listening',
    description: 'Positions, history, statistics, bookmarks.',
    paths: /^\/(progress|history|statistics|bookmarks)/,
  },
  {
    name: 'Marks',
    description: 'Favorites, status, rating, notes, tags.',
    paths: /^\/(favorites|marks|tags)/,
  },
  { name: 'Views and follows', description: 'Saved views and follows.', paths: /^\/(views|follows)/ },
  { name: 'Playlists', description: 'Playlists and their items.', paths: /^\/playlists/ },
  { name: 'Announcements', description: 'Messages of administrators.', paths: /^\/(admin\/)?announcements/ },
  {
    name: 'Tasks',
    description: 'Long work, its schedules and events.',
    paths: /^\/admin\/(tasks|schedules|move-in)/,
  },
  {
    name: 'Storage',
    description: 'Storages, folders and cloud drives.',
    paths: /^\/admin\/(storages|drives|unsettled-folders|demo)/,
  },
  { name: 'Administration', description: 'Users, access keys, settings, trash, system.', paths: /^\/admin/ },
  { name: 'Server', description: 'Health, version and this document.', paths: /^\/(health|about|openapi)/ },
  { name: 'Entities', description: 'Makers, series, artists, illustrators and genres.', paths: /^\// },
]

function operation(operationId: string, endpoint: Endpoint, example: Examples[string]): Json {
  const scope = scopeNeeded(endpoint)
  return {
    operationId,
    tags: [tags.find(({ paths }) => paths.test(endpoint.path))?.name],
    summary: endpoint.summary,
    description: [endpoint.description, accessSentences[endpoint.access]].filter(Boolean).join(' '),
    'x-access': endpoint.access,
    'x-rate-class': endpoint.rate,
    ...(scope ? { 'x-token-scope': scope } : {}),
    security: securityOf(endpoint.access, scope),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: content(endpoint.body, { config: rejectUnknownFields, example: example?.body }),
          },
        }
      : {}),
    responses: {
      ...(endpoint.response
        ? {
            [endpoint.status ?? 200]: {
              description: 'Success',
              content: content(endpoint.response, { example: example?.response }),
            },
          }
        : { [endpoint.access === 'signed' ? 200 : 204]: { description: 'Success: bytes, or no content' } }),
      ...failures(endpoint),
    },
  }
}

const accessSentences: Readonly<Record<Access, string>> = {
  public: 'Access: everyone.',
  user: 'Access: logged-in users, including guests.',
  member: 'Access: members, not guests.',
  admin: 'Access: administrators.',
  signed: 'Access: anyone with the signed link.',
}

/** Visitors may call public endpoints; but if a token is sent, it must be valid. */
function securityOf(access: Access, scope: TokenScope | undefined): Json[] {
  if (access === 'signed') return []
  const token = scope ? [{ apiToken: [] }] : []
  return access === 'public' ? [{}, { bearer: [] }, ...token] : [{ bearer: [] }, ...token]
}

/** Returns the errors that the declaration of an endpoint implies, with the codes of each status. */
function failures({ access, rate, params, query, body }: Endpoint): Json {
  const statuses = new Set<number>([403, 500, 503])
  if (params || query || body) statuses.add(400)
  if (access !== 'signed') statuses.add(401)
  if (params) statuses.add(404)
  if (body) for (const status of [409, 413, 415, 422, 507]) statuses.add(status)
  if (rate !== 'uncounted') statuses.add(429)
  return {
    ...Object.fromEntries(
      [...statuses].sort().map((status) => [status, failure(codesOf(status).join(', '))]),
    ),
    default: failure('Any other failure'),
  }
}

const codesOf = (status: number): readonly string[] =>
  Object.entries(errorStatus).flatMap(([code, its]) => (its === status ? [`\`${code}\``] : []))

const failure = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

function errorSchema(): Json {
  const schema = json(ErrorBody)
  const code = {
    type: 'string',
    enum: Object.keys(errorStatus),
    description: 'Stable; programs decide by it. `error` is a sentence in the language of `Accept-Language`.',
  }
  const properties = typeof schema.properties === 'object' ? schema.properties : {}
  return { ...schema, properties: { ...properties, code } }
}

function parameters(source: 'path' | 'query', schema: ObjectSchema | undefined): Json[] {
  return Object.entries(schema?.entries ?? {}).map(([name, entry]) => ({
    name,
    in: source,
    required: entry.type !== 'optional',
    schema: json(entry),
    ...(source === 'query' ? { style: 'form', explode: true } : {}),
  }))
}

interface ContentOptions {
  readonly config?: ConversionConfig
  readonly example?: unknown
}

const content = (schema: Schema, { config, example }: ContentOptions = {}): Json => ({
  'application/json': { schema: json(schema, config), ...(example === undefined ? {} : { example }) },
})

/** For request bodies: the server rejects unknown fields (`unknown-fields.ts`). */
const rejectUnknownFields: ConversionConfig = {
  overrideSchema: ({ valibotSchema, jsonSchema }) =>
    valibotSchema.type === 'object' ? { ...jsonSchema, additionalProperties: false } : undefined,
}

/** Checks that JSON Schema cannot express (a valid date) are left out of the document; the server still performs them. */
function json(schema: Parameters<typeof toJsonSchema>[0], config: ConversionConfig = {}): Json {
  const { $schema: _, ...described } = toJsonSchema(schema, { errorMode: 'ignore', ...config })
  return described
}
