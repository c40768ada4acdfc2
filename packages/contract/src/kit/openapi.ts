/** The contract as an OpenAPI 3.1 document, derived from the same schemas the server parses with. */
import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema'
import { ErrorBody } from '../errors.ts'
import type { Access, Endpoint, ObjectSchema, Schema } from './endpoint.ts'

type Json = Record<string, unknown>

export interface DocumentInfo {
  readonly title: string
  readonly version: string
  readonly basePath: string
}

/** One operation an endpoint, named by its key in the API. */
export function openApi(
  api: Readonly<Record<string, Endpoint>>,
  info: DocumentInfo,
): Json & { openapi: string } {
  const paths: Record<string, Json> = {}
  for (const [operationId, endpoint] of Object.entries(api)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(operationId, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: info.title, version: info.version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: info.basePath }],
    paths,
    components: {
      schemas: { Error: json(ErrorBody) },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function operation(operationId: string, endpoint: Endpoint): Json {
  return {
    operationId,
    summary: endpoint.summary,
    'x-access': endpoint.access,
    'x-rate-class': endpoint.rate,
    security: securityOf(endpoint.access),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body ? { requestBody: { required: true, content: content(endpoint.body, closed) } } : {}),
    responses: {
      ...(endpoint.response
        ? { [endpoint.status ?? 200]: { description: 'OK', content: content(endpoint.response) } }
        : { [endpoint.access === 'signed' ? 200 : 204]: { description: 'Bytes, or nothing' } }),
      default: {
        description: 'Failure',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

/** A visitor may call what is public; a bearer that is sent must be valid all the same. */
function securityOf(access: Access): Json[] {
  if (access === 'signed') return []
  return access === 'public' ? [{}, { bearer: [] }] : [{ bearer: [] }]
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

const content = (schema: Schema, config?: ConversionConfig): Json => ({
  'application/json': { schema: json(schema, config) },
})

/** The schema of what is sent: a field that is not described is refused (`strict.ts`). */
const closed: ConversionConfig = {
  overrideSchema: ({ valibotSchema, jsonSchema }) =>
    valibotSchema.type === 'object' ? { ...jsonSchema, additionalProperties: false } : undefined,
}

/** Checks that JSON Schema cannot say (a day that exists) are left out of the document, not of the server. */
function json(schema: Parameters<typeof toJsonSchema>[0], config: ConversionConfig = {}): Json {
  const { $schema: _, ...described } = toJsonSchema(schema, { errorMode: 'ignore', ...config })
  return described
}
