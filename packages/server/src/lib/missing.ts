/** Returns whether Node reported that the path does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Use in `.catch()`: returns undefined if the file does not exist, and rethrows all other errors. */
export function whereMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
  return undefined
}
