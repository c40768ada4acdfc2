/** Keeps a stream of server-sent events open, and reconnects with a delay when it ends or stalls. */
import { backOffMs } from './back-off.rules.ts'
import { parseEvents, type StreamEvent } from './event-stream.rules.ts'

export interface FollowOptions {
  /** Opens the stream. A rejection is thrown, or returned with a status other than 200. */
  readonly open: (signal: AbortSignal) => Promise<Response>
  readonly onEvent: (event: StreamEvent) => void
  /** Called with true each time the stream opens, and with false each time it is lost. */
  readonly onLive: (isLive: boolean) => void
  readonly signal: AbortSignal
  readonly limits?: FollowLimits
}

export interface FollowLimits {
  /** The wait before the second attempt. It doubles with each further attempt, up to the maximum. */
  readonly firstWaitMs: number
  readonly maxWaitMs: number
  /** A stream that is silent for this long counts as lost: a proxy may have dropped it. */
  readonly silenceMs: number
}

const defaultLimits: FollowLimits = { firstWaitMs: 1_000, maxWaitMs: 30_000, silenceMs: 60_000 }

/** Resolves once the signal aborts or the server rejects the client: a client without access does not retry. */
export async function followEvents(following: FollowOptions): Promise<void> {
  const { signal, onLive, limits = defaultLimits } = following
  let failures = 0
  while (!signal.aborted) {
    const ending = await readOnce(following, () => {
      failures = 0
    })
    if (signal.aborted) return
    onLive(false)
    if (ending === 'refused') return
    failures += 1
    await rest(backOffMs(failures, limits, Math.random()), signal)
  }
}

type Ending = 'lost' | 'refused'

async function readOnce(
  { limits = defaultLimits, ...following }: FollowOptions,
  onReceived: () => void,
): Promise<Ending> {
  const stalled = new AbortController()
  let timer = setTimeout(() => stalled.abort(), limits.silenceMs)
  const restartTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(() => stalled.abort(), limits.silenceMs)
  }
  try {
    const response = await following.open(AbortSignal.any([following.signal, stalled.signal]))
    if (isRefusal(response.status)) return 'refused'
    if (!response.ok || !response.body) return 'lost'
    following.onLive(true)
    const pieces = response.body.pipeThrough(new TextDecoderStream())
    let unread = ''
    await readChunks(pieces, (piece) => {
      restartTimer()
      onReceived()
      const { events, rest: waitFor } = parseEvents(unread, piece)
      unread = waitFor
      for (const event of events) following.onEvent(event)
    })
    return 'lost'
  } catch {
    return 'lost'
  } finally {
    clearTimeout(timer)
  }
}

/** Not every browser supports `for await` on streams. */
async function readChunks(pieces: ReadableStream<string>, read: (piece: string) => void): Promise<void> {
  const reader = pieces.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) read(next.value)
}

/** Returns whether the status is a permanent rejection. Status 429 and server errors are temporary. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 429

function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}
