/** Returns the position after `steps` arrow presses: 1 to `count`, or 0 for the text field, which is between the last and the first. */
export function positionAfter(steps: number, count: number): number {
  const positions = count + 1
  return ((steps % positions) + positions) % positions
}

/** Returns the text to search, with control characters such as pasted line breaks replaced by spaces. */
export function searchedText(typed: string): string {
  return typed.replaceAll(/\p{Cc}/gu, ' ').trim()
}
