/**
 * Ids of sessions of playing. Each says itself what is played, by whom and from where, with a keyed hash: of several nodes any
 * takes its reports and sends its sounds.
 */
import { timingSafeEqual } from 'node:crypto'

export interface NamedPlay {
  readonly workId: string
  /** Public id of the session of the door. */
  readonly sessionId: string
  /** Milliseconds since 1970. */
  readonly startedMs: number
  /** The time on the axis at which it began. */
  readonly startMs: number
  /** The revision of the progress that was known then. */
  readonly basedOn: number
}

/** Makes the keyed hash of a text. */
export type Digest = (text: string) => string

/** No two are the same: the nonce is of one alone. */
export function playIdOf(play: NamedPlay, nonce: string, digest: Digest): string {
  const numbers = [play.startedMs, play.startMs, play.basedOn].map((one) => one.toString(36))
  const said = [play.workId, play.sessionId, ...numbers, nonce].join('.')
  return `${said}.${digest(said)}`
}

const form =
  /^(?<said>(?<workId>\w{1,20})\.(?<sessionId>[\w-]{1,40})\.(?<started>[0-9a-z]{1,10})\.(?<start>[0-9a-z]{1,10})\.(?<basedOn>[0-9a-z]{1,10})\.[\w-]{1,40})\.(?<hash>[\w-]{1,64})$/

/** Returns undefined for what was given to nobody. */
export function readPlayId(id: string, digest: Digest): NamedPlay | undefined {
  const {
    said = '',
    workId = '',
    sessionId = '',
    started = '',
    start = '',
    basedOn = '',
    hash = '',
  } = form.exec(id)?.groups ?? {}
  const [given, expected] = [Buffer.from(hash), Buffer.from(digest(said))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const numberOf = (text: string) => Number.parseInt(text, 36)
  return {
    workId,
    sessionId,
    startedMs: numberOf(started),
    startMs: numberOf(start),
    basedOn: numberOf(basedOn),
  }
}
