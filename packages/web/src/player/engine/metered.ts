/** Whether the link costs by what is sent, as far as the browser says. */
import * as v from 'valibot'

const Connection = v.object({
  saveData: v.optional(v.boolean()),
  type: v.optional(v.string()),
})

/** Safari and Firefox say nothing: their links count as free. */
export function isMetered(of: object): boolean {
  const said = 'connection' in of ? v.safeParse(Connection, plain(of.connection)) : undefined
  return said?.success === true && (said.output.saveData === true || said.output.type === 'cellular')
}

/** The fields of the browser's object are those of its class. */
const plain = (connection: unknown): unknown =>
  connection instanceof Object
    ? { saveData: Reflect.get(connection, 'saveData'), type: Reflect.get(connection, 'type') }
    : undefined
