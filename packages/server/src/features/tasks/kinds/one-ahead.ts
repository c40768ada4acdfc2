/** Asks for the next one while the last one is being stored. */

export async function* oneAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = source.next()
      // Whoever stops listening is told of what failed before, not of this.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await source.return(undefined).catch(() => undefined)
  }
}
