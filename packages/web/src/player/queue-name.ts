/** Where the queue is remembered on this device. */
export const queueName = 'player.queue'

/** An emptied queue is remembered too, as an empty list. */
export function hasRememberedQueue(): boolean {
  try {
    return localStorage.getItem(queueName)?.includes('"track"') ?? false
  } catch {
    return false
  }
}
