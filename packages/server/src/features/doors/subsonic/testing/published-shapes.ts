/** Validates responses against the JSON Schema that OpenSubsonic publishes (`open-subsonic.json` names its source). */
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'

const file = new URL('open-subsonic.json', import.meta.url)
// The schemas allow unknown fields. Each response matches one of two schemas, and without a filter the errors of both would be
// reported.
const ajv = new Ajv({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')), 'published')

const schemaOf = (name: string) => ajv.getSchema(`published#/$defs/${name}`)

export const isPublished = (name: string): boolean => schemaOf(name) !== undefined

/** Throws the differences between a response and its published schema. */
export function checkShape(name: string, response: unknown): void {
  const check = schemaOf(name)
  if (!check) throw new Error(`OpenSubsonic has no ${name}`)
  if (!check(response))
    throw new Error(`${name}: ${ajv.errorsText(check.errors?.filter(isOfSuccess), { separator: '\n' })}`)
}

const isOfSuccess = ({ schemaPath }: { readonly schemaPath: string }) => !schemaPath.includes('Failure')
