/** Detects metered connections, if the browser reports them. */
import * as v from 'valibot'

const Connection = v.object({
  saveData: v.optional(v.boolean()),
  type: v.optional(v.string()),
})

/** Returns whether the connection is metered. Safari and Firefox lack the API; their connections count as unmetered. */
export function isMetered(of: object): boolean {
  const said = 'connection' in of ? v.safeParse(Connection, plain(of.connection)) : undefined
  return said?.success === true && (said.output.saveData === true || said.output.type === 'cellular')
}

/** Copies the fields, because they are getters on the prototype. */
const plain = (connection: unknown): unknown =>
  connection instanceof Object
    ? { saveData: Reflect.get(connection, 'saveData'), type: Reflect.get(connection, 'type') }
    : undefined
