/** Keeps a stream of server-sent events open: when it ends or stalls, it is opened again after a while. */
import { backOffMs } from './back-off.rules.ts'
import { readEvents, type StreamEvent } from './event-stream.rules.ts'

export interface Following {
  /** Opens the stream; a refusal is thrown or returned with a status that is not 200. */
  readonly open: (signal: AbortSignal) => Promise<Response>
  readonly onEvent: (event: StreamEvent) => void
  /** True each time the stream was opened, false each time it was lost. */
  readonly onLive: (isLive: boolean) => void
  readonly signal: AbortSignal
  readonly limits?: FollowLimits
}

export interface FollowLimits {
  /** The wait before the second try; each further one waits twice as long, up to the most. */
  readonly firstWaitMs: number
  readonly mostWaitMs: number
  /** A stream this silent is taken for lost: a proxy may have dropped it without a word. */
  readonly silenceMs: number
}

const usual: FollowLimits = { firstWaitMs: 1_000, mostWaitMs: 30_000, silenceMs: 60_000 }

/** Ends once the signal says so, or once the server refuses: a client that may not listen does not try again. */
export async function followEvents(following: Following): Promise<void> {
  const { signal, onLive, limits = usual } = following
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
  { limits = usual, ...following }: Following,
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
    await eachPiece(pieces, (piece) => {
      restartTimer()
      onReceived()
      const { events, rest } = readEvents(unread, piece)
      unread = rest
      for (const event of events) following.onEvent(event)
    })
    return 'lost'
  } catch {
    return 'lost'
  } finally {
    clearTimeout(timer)
  }
}

/** Not every browser can walk a stream with `for await`. */
async function eachPiece(pieces: ReadableStream<string>, read: (piece: string) => void): Promise<void> {
  const reader = pieces.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) read(next.value)
}

/** Statuses of a refusal. Too many requests pass; any other fault of ours stays one. */
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
