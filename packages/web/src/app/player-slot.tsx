/** The player's place. */
export function PlayerSlot() {
  return null
}
