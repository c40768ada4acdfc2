export interface Budget {
  /** Runs `act` when `amount` is free, in the order of calls. A larger amount than the total waits for all of it. */
  readonly spend: <T>(amount: number, act: () => Promise<T>) => Promise<T>
}

export function createBudget(total: number): Budget {
  let free = total
  const waiting: { readonly amount: number; readonly start: () => void }[] = []

  const startNext = () => {
    for (let next = waiting[0]; next && next.amount <= free; next = waiting[0]) {
      waiting.shift()
      free -= next.amount
      next.start()
    }
  }

  return {
    spend: async (wanted, act) => {
      const amount = Math.min(wanted, total)
      const turn = Promise.withResolvers<void>()
      waiting.push({ amount, start: turn.resolve })
      startNext()
      await turn.promise
      try {
        return await act()
      } finally {
        free += amount
        startNext()
      }
    },
  }
}
