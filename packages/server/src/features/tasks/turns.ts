/** One after the other, in the order asked. */
export interface Turns {
  readonly take: <T>(act: () => Promise<T>) => Promise<T>
  readonly areIdle: () => boolean
}

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    take: (act) => {
      waiting += 1
      const result = last.then(act).finally(() => {
        waiting -= 1
      })
      last = result.catch(() => undefined)
      return result
    },
    areIdle: () => waiting === 0,
  }
}
