/** Returns the index of the entry to focus; undefined for other keys. `at` is −1 if no entry has focus. */
export function entryByArrow(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at > 0 ? at : count) - 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/**
 * Returns the index of the entry that starts with the typed text. Repeating one letter moves to the next match after the current entry.
 * Undefined if there is none.
 */
export function entryByName(typed: string, at: number, names: readonly string[]): number | undefined {
  const [letter = ''] = typed
  const isOneLetter = [...typed].every((one) => one === letter)
  const wanted = (isOneLetter ? letter : typed).toLowerCase()
  const first = isOneLetter ? at + 1 : Math.max(0, at)
  const found = names
    .map((_, index) => (first + index) % names.length)
    .find((index) => names[index]?.trim().toLowerCase().startsWith(wanted))
  return found
}
