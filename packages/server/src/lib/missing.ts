/** A file or folder that is not there is no fault to whoever only wants to know. */

/** Returns whether it is what Node throws of a path that leads to nothing. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Stands behind a promise: undefined where nothing is there. Throws whatever else went wrong. */
export function whereMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
  return undefined
}
