/** Returns whether Node reported that the path does not exist. */
export const isEnoent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Use in `.catch()`: returns undefined if the file does not exist, and rethrows all other errors. */
export function undefinedIfMissing(error: unknown): undefined {
  if (!isEnoent(error)) throw error
  return undefined
}
