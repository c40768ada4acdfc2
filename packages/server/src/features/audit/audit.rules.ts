/** Describes administrative acts for the audit log, without secrets. */
import type { Endpoint } from '@koedana/contract/kit/endpoint.ts'
import type { Person } from '../../http/context.ts'

export interface RequestParts {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Returns whether an endpoint is an administrative act. Reads, previews and uploads are not. */
export const isAct = ({ access, method, rate, path }: Endpoint): boolean =>
  access === 'admin' && method !== 'GET' && rate === 'write' && !/\/(preview|uploads)$/.test(path)

interface Act {
  /** User name or title of the object in the path. */
  readonly name: string | undefined
  readonly person: Pick<Person, 'apiToken'> | undefined
}

/** Returns a text such as `PATCH /admin/users/x (haruka) password role=3`, followed by the API token if one was used. */
export function detailOf({ method, path }: Endpoint, request: RequestParts, { name, person }: Act): string {
  const params = fieldsOf(request.params)
  const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => String(params.get(key) ?? ''))
  const shown = [...fieldsOf(request.query), ...fieldsOf(request.body)].flatMap(([field, value]) =>
    value === undefined ? [] : textOf(field, value),
  )
  const text = [method, filled, ...(name === undefined ? [] : [`(${name})`]), ...shown]
    .join(' ')
    .slice(0, longest)
  return person?.apiToken ? `${text} (API token “${person.apiToken.name}”)` : text
}

const longest = 300

/** Fields with short values that are not secret. */
const shown: ReadonlySet<string> = new Set([
  'username',
  'role',
  'status',
  'ageRestriction',
  'registration',
  'allowsGuests',
  'visitorCeiling',
  'newAccountCeiling',
  'visitorsMayListen',
  'sharing',
  'kikoeruAtRoot',
  'ceiling',
  'count',
  'quantity',
  'kind',
  'act',
  'dryRun',
  'enabled',
  'cron',
  'into',
  'top',
  'important',
  'draft',
  'decision',
  'workId',
])

function textOf(field: string, value: unknown): string {
  if (Array.isArray(value)) return `${field}:${value.length}`
  return shown.has(field) && typeof value !== 'object' ? `${field}=${String(value)}` : field
}

const fieldsOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
