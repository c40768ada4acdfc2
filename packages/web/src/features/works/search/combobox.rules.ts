/** The position of the arrow keys in the list below the search box. */

/** Returns the position after `steps` arrow presses, 1 … `count`; 0 is the box itself, between the last and the first. */
export function positionAfter(steps: number, count: number): number {
  const positions = count + 1
  return ((steps % positions) + positions) % positions
}

/** Returns the text to search: a pasted line break or tab is a space. */
export function searchedText(typed: string): string {
  return typed.replaceAll(/\p{Cc}/gu, ' ').trim()
}
