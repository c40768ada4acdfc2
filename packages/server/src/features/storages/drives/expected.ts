import * as v from 'valibot'
import { StorageError } from '../storage.ts'

/** What a provider sent, if it is what its documentation says. The cause names a field and no value. */
export function expected<S extends v.GenericSchema>(schema: S, sent: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, sent)
  if (read.success) return read.output
  throw new StorageError('damaged', { cause: `unexpected at ${v.getDotPath(read.issues[0]) ?? 'the top'}` })
}
