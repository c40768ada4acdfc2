/** Several things at once, so many and no more. */

/** Answers in the order of what was given. The first that fails ends it. */
export async function inParallel<T, R>(
  atOnce: number,
  items: readonly T[],
  act: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Map<number, R>()
  const left = items.entries()
  const worker = async () => {
    for (const [i, item] of left) results.set(i, await act(item))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result)
}
