/** Which entry of a menu a key leads to. */

/** The index of the entry that has the focus next, or undefined for keys that lead nowhere. `at` is −1 while none has it. */
export function entryByArrow(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at > 0 ? at : count) - 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/**
 * The index of the entry that begins with what was typed, after the current one if it is one letter: the same again leads
 * to the next. Undefined if there is none.
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
