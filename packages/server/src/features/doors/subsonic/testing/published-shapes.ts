/** Reads what OpenSubsonic publishes of each response as JSON Schema (`open-subsonic.json` says where it is from). */
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'

const file = new URL('open-subsonic.json', import.meta.url)
// Other fields than the published ones are allowed by them, and each response is one of two: the faults of both would be reported.
const ajv = new Ajv({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')), 'published')

const schemaOf = (name: string) => ajv.getSchema(`published#/$defs/${name}`)

export const isPublished = (name: string): boolean => schemaOf(name) !== undefined

/** Throws what of the response of a call is not as published. */
export function checkShape(name: string, response: unknown): void {
  const check = schemaOf(name)
  if (!check) throw new Error(`OpenSubsonic has no ${name}`)
  if (!check(response))
    throw new Error(`${name}: ${ajv.errorsText(check.errors?.filter(isOfSuccess), { separator: '\n' })}`)
}

const isOfSuccess = ({ schemaPath }: { readonly schemaPath: string }) => !schemaPath.includes('Failure')
