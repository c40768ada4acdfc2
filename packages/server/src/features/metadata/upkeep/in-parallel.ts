/** So many at a time: the marketplace's own pace comes first, this is for where it is let go. */
const inFlight = 8

/** Answers in the order of what was given. The first that fails ends it. */
export async function inParallel<T, R>(
  items: readonly T[],
  act: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Map<number, R>()
  const left = items.entries()
  const worker = async () => {
    for (const [i, item] of left) results.set(i, await act(item))
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result)
}
