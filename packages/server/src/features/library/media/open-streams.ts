/** Tracks files that are being sent, so that revoking a right ends them at once instead of at the listener's next request. */
import type { Readable } from 'node:stream'

export interface OpenStreams {
  readonly count: () => number
  /** Returns how often `recheck` was called. Note the value before you look up a right. */
  readonly rechecks: () => number
  /** Keeps the stream until it ends by itself or `isAllowed` returns false. */
  readonly watch: (stream: Readable, right: StreamRight) => void
  /** Checks the right of every open stream again, and destroys those that lost it. */
  readonly recheck: () => void
}

export interface StreamRight {
  /** A rejection counts as false. */
  readonly isAllowed: () => Promise<boolean>
  /** Time of the next check without a notification, in milliseconds since 1970; infinite for never. */
  readonly until: number
  /** The value of `rechecks()` before the right was looked up. If undefined or changed, the right is checked again. */
  readonly rechecks?: number
}

/** `now` is the clock of the database, by which rights end. */
export function createOpenStreams(now: () => Date): OpenStreams {
  const open = new Map<Readable, StreamRight>()
  let rechecks = 0

  const check = async (stream: Readable, { isAllowed }: StreamRight) => {
    if (!(await isAllowed().catch(() => false))) stream.destroy(new Error('the listener may not go on'))
  }

  return {
    count: () => open.size,
    rechecks: () => rechecks,
    watch: (stream, right) => {
      open.set(stream, right)
      const remainingMs = () => right.until - now().getTime()
      const stop = repeatWhenDue(remainingMs, () => void check(stream, right))
      stream.once('close', () => {
        open.delete(stream)
        stop()
      })
      // A right revoked between its lookup and `open.set` was not rechecked.
      if (right.rechecks !== rechecks) void check(stream, right)
    },
    recheck: () => {
      rechecks += 1
      for (const [stream, right] of open) void check(stream, right)
    },
  }
}

/** The minimum allows for a slow clock; the maximum is the longest delay of a Node timer. */
const minWaitMs = 1_000
const maxWaitMs = 2 ** 31 - 1

/** Runs `act` whenever no time remains, until the returned function is called. */
function repeatWhenDue(remainingMs: () => number, act: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = () => {
    const waitMs = Math.min(Math.max(remainingMs(), minWaitMs), maxWaitMs)
    timer = setTimeout(() => {
      act()
      wait()
    }, waitMs).unref()
  }
  wait()
  return () => clearTimeout(timer)
}
