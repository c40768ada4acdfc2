/** Files that are being sent: whatever takes a right away ends them at once, not with the listener's next request. */
import type { Readable } from 'node:stream'

export interface OpenStreams {
  readonly count: () => number
  /** Returns how often rights were requested again: to be noted before a right is looked up. */
  readonly rechecks: () => number
  /** The stream stands until it ends by itself or `isAllowed` says no. */
  readonly watch: (stream: Readable, right: LastingRight) => void
  /** Checks the right of every open stream again; those that may not go on are destroyed. */
  readonly recheck: () => void
}

export interface LastingRight {
  /** A failure to find out counts as a no. */
  readonly isAllowed: () => Promise<boolean>
  /** When to check without being notified, in milliseconds since 1970; infinite for never. */
  readonly until: number
  /** The `rechecks` before the right was looked up; without it, it is looked up again. */
  readonly rechecks?: number
}

/** Rights end by the clock of the database. */
export function createOpenStreams(now: () => Date): OpenStreams {
  const open = new Map<Readable, LastingRight>()
  let rechecks = 0

  const check = async (stream: Readable, { isAllowed }: LastingRight) => {
    if (!(await isAllowed().catch(() => false))) stream.destroy(new Error('the listener may not go on'))
  }

  return {
    count: () => open.size,
    rechecks: () => rechecks,
    watch: (stream, right) => {
      open.set(stream, right)
      const remainingMs = () => right.until - now().getTime()
      const stop = repeatedly(remainingMs, () => void check(stream, right))
      stream.once('close', () => {
        open.delete(stream)
        stop()
      })
      // What was taken away between the first check and this line notified nobody.
      if (right.rechecks !== rechecks) void check(stream, right)
    },
    recheck: () => {
      rechecks += 1
      for (const [stream, right] of open) void check(stream, right)
    },
  }
}

/** A clock may be a little slow, and no timer waits for longer than that. */
const shortestWaitMs = 1_000
const longestWaitMs = 2 ** 31 - 1

/** The act runs once nothing remains, and again and again until it is stopped. */
function repeatedly(remainingMs: () => number, act: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = () => {
    const waitMs = Math.min(Math.max(remainingMs(), shortestWaitMs), longestWaitMs)
    timer = setTimeout(() => {
      act()
      wait()
    }, waitMs).unref()
  }
  wait()
  return () => clearTimeout(timer)
}
