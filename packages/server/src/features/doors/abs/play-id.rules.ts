/**
 * Playback session IDs. An ID contains what is played, by whom and from where, signed with a keyed hash, so that any node can accept
 * its reports and send its audio.
 */
import { timingSafeEqual } from 'node:crypto'

export interface PlayIdentity {
  readonly workId: string
  /** Public ID of the login session. */
  readonly sessionId: string
  /** Milliseconds since 1970. */
  readonly startedMs: number
  /** The start position on the time axis, in milliseconds. */
  readonly startMs: number
  /** The revision of the progress that was known at the start. */
  readonly basedOn: number
}

/** Returns the keyed hash of a text. */
export type Digest = (text: string) => string

/** Returns a unique ID; the nonce must not be reused. */
export function playIdOf(play: PlayIdentity, nonce: string, digest: Digest): string {
  const numbers = [play.startedMs, play.startMs, play.basedOn].map((one) => one.toString(36))
  const said = [play.workId, play.sessionId, ...numbers, nonce].join('.')
  return `${said}.${digest(said)}`
}

const form =
  /^(?<said>(?<workId>\w{1,20})\.(?<sessionId>[\w-]{1,40})\.(?<started>[0-9a-z]{1,10})\.(?<start>[0-9a-z]{1,10})\.(?<basedOn>[0-9a-z]{1,10})\.[\w-]{1,40})\.(?<hash>[\w-]{1,64})$/

/** Returns undefined if the ID was not issued by this server. */
export function readPlayId(id: string, digest: Digest): PlayIdentity | undefined {
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
