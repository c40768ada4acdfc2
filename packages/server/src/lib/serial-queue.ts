/** One after the other, in the order asked. */
export interface SerialQueue {
  readonly run: <T>(act: () => Promise<T>) => Promise<T>
  readonly isIdle: () => boolean
}

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    run: (act) => {
      waiting += 1
      const result = last.then(act).finally(() => {
        waiting -= 1
      })
      last = result.catch(() => undefined)
      return result
    },
    isIdle: () => waiting === 0,
  }
}
