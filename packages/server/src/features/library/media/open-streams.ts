/** Files that are being sent: whatever takes a right away ends them at once, not when the listener next asks. */
import type { Readable } from 'node:stream'

export interface OpenStreams {
  /** Until it ends by itself, the stream stands as long as `isAllowed` says so. */
  readonly watch: (stream: Readable, isAllowed: IsAllowed) => void
  /** Asks again for every open stream; those that may not go on are destroyed. */
  readonly recheck: () => void
}

/** A failure to find out counts as a no. */
export type IsAllowed = () => Promise<boolean>

export function createOpenStreams(): OpenStreams {
  const open = new Map<Readable, IsAllowed>()

  const check = async (stream: Readable, isAllowed: IsAllowed) => {
    if (!(await isAllowed().catch(() => false))) stream.destroy(new Error('the listener may not go on'))
  }

  return {
    watch: (stream, isAllowed) => {
      open.set(stream, isAllowed)
      stream.once('close', () => open.delete(stream))
      // What was taken away between the first question and this line was told to nobody.
      void check(stream, isAllowed)
    },
    recheck: () => {
      for (const [stream, isAllowed] of open) void check(stream, isAllowed)
    },
  }
}
