/** Values that may have to be waited for: whoever has one at once is not made to wait for a turn of the event loop. */

export type MaybePromise<T> = T | Promise<T>

export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** `catch`, whether it was thrown at once or later. */
export function orElse<T>(
  act: () => MaybePromise<T>,
  failed: (error: unknown) => MaybePromise<T>,
): MaybePromise<T> {
  try {
    const value = act()
    return value instanceof Promise ? value.catch(failed) : value
  } catch (error) {
    return failed(error)
  }
}
