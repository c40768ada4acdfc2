/**
 * Reports listening to the server (ADR 0035): plays that are minted here, and their reports. It knows neither a browser
 * nor React. Of a play that could not be sent the latest report of each track is kept: it says all that those before it said.
 */
import type { ProgressReport } from '@koedana/contract/progress.ts'
import type { Playable, ProgressPort } from './player-ports.ts'

export interface ReportPorts {
  /** Returns milliseconds since 1970, by the clock of this device. */
  readonly now: () => number
  readonly mintId: () => string
  /** Returns whether somebody is signed in whose progress it is, and wants it recorded. */
  readonly isOn: () => boolean
  /** Resolves with the revisions of the works, by id; `refused` where sending it again would be refused again. */
  readonly send: (reports: readonly ProgressReport[]) => Promise<Sent>
  readonly outbox: ReportOutbox
}

/** Keeps reports until they are sent, longer than the page lives. Several pages may share it. */
export interface ReportOutbox {
  /** Returns the reports of all pages, the oldest first. */
  readonly recall: () => readonly ProgressReport[]
  /** Replaces an earlier report of the same play and track. */
  readonly keep: (report: ProgressReport) => void
  /** Deletes a report, unless a later one has replaced it. */
  readonly drop: (report: ProgressReport) => void
  readonly clear: () => void
}

export type Sent = { readonly revisions: ReadonlyMap<string, number> } | 'refused' | 'away'

export const beatMs = 10_000
/** A step between two reports of time that is longer was a jump. */
const longestStepSeconds = 10

interface Play {
  readonly workId: string
  readonly fixed: Pick<ProgressReport, 'playId' | 'play'>
  n: number
  fileId: string
  position: number
  listened: number
  reportedMs: number
}

export class ProgressReports implements ProgressPort<Playable> {
  readonly #ports: ReportPorts
  readonly #pending: Map<string, ProgressReport>
  readonly #revisions = new Map<string, number>()
  #play: Play | undefined
  /** The play that stopped just now. */
  #last: Play | undefined
  /** Whether the listener chose where the next play begins. */
  #isChosen = false
  #isSending = false

  constructor(ports: ReportPorts) {
    this.#ports = ports
    this.#pending = new Map(ports.outbox.recall().map((report) => [keyOf(report), report]))
  }

  get hasUnsent(): boolean {
    return this.#pending.size > 0
  }

  /** Takes over reports that pages which were closed meanwhile could not send. Reports of open pages are sent twice. */
  adopt(): void {
    for (const report of this.#ports.outbox.recall()) {
      const own = this.#pending.get(keyOf(report))
      if (!own || own.n < report.n) this.#pending.set(keyOf(report), report)
    }
  }

  /** Notes what the server has said of a work: a play that begins is based on it. */
  noteRevision(workId: string, revision: number): void {
    this.#revisions.set(workId, Math.max(revision, this.#revisions.get(workId) ?? 0))
  }

  chose(item: Playable, time: number): void {
    const play = this.#play
    if (play?.workId === item.workId) {
      this.#move(play, item, time)
      this.#report(play, 'seek')
      return
    }
    if (play) this.#report(play, 'pause')
    this.#play = undefined
    this.#isChosen = true
  }

  sounds(item: Playable, time: number): void {
    // What is heard while nothing is recorded must not be said by a later report of the same play.
    if (!this.#ports.isOn()) {
      this.#play = undefined
      return
    }
    const play = this.#play
    if (play?.workId !== item.workId) {
      this.#begin(item, time)
      return
    }
    // The next track of a queue is where its listener wants to be, whatever the order of the work.
    if (play.fileId !== item.track.id) {
      this.chose(item, time)
      return
    }
    const step = time - play.position
    if (step > 0 && step <= longestStepSeconds) play.listened += step
    play.position = time
    if (this.#ports.now() - play.reportedMs >= beatMs) this.#report(play, 'beat')
  }

  /** The next press of play is another play: somebody may have gone on elsewhere by then. */
  stopped(item: Playable, time: number): void {
    const play = this.#play
    if (play?.fileId !== item.track.id) return
    this.#move(play, item, time)
    this.#report(play, 'pause')
    this.#play = undefined
    this.#isChosen = false
    this.#last = play
  }

  /** An element stops before it ends: the play that has just stopped goes on with the next track. */
  ended(item: Playable, time: number, isLast: boolean): void {
    const play = this.#play ?? this.#last
    this.#last = undefined
    if (play?.workId !== item.workId) return
    this.#move(play, item, time)
    this.#report(play, isLast ? 'finish' : 'end')
    if (!isLast) this.#play = play
  }

  /** Sends what waits. Call it too when the network is back, and when the page is left. */
  async flush(): Promise<void> {
    if (this.#isSending || this.#pending.size === 0 || !this.#ports.isOn()) return
    this.#isSending = true
    const reports = [...this.#pending.values()].slice(0, mostSent)
    const sent = await this.#ports.send(reports)
    this.#isSending = false
    if (sent === 'away') return
    for (const report of reports) {
      if (this.#pending.get(keyOf(report)) === report) this.#pending.delete(keyOf(report))
      this.#ports.outbox.drop(report)
    }
    if (sent !== 'refused') for (const [id, revision] of sent.revisions) this.noteRevision(id, revision)
    if (this.#pending.size > 0) await this.flush()
  }

  /** The page is left: what has sounded since the last beat is reported while there is time. */
  leave(): void {
    if (this.#play) this.#report(this.#play, 'beat')
  }

  /** Somebody else is signed in: what is left is not theirs. */
  forget(): void {
    this.#pending.clear()
    this.#revisions.clear()
    this.#play = undefined
    this.#last = undefined
    this.#ports.outbox.clear()
  }

  #begin(item: Playable, time: number): void {
    const startedAt = new Date(this.#ports.now()).toISOString()
    const basedOn = this.#revisions.get(item.workId) ?? 0
    const begun = { basedOn, startedAt, fileId: item.track.id, position: time, chosen: this.#isChosen }
    const play: Play = {
      workId: item.workId,
      fixed: { playId: this.#ports.mintId(), play: begun },
      n: 0,
      fileId: item.track.id,
      position: time,
      listened: 0,
      reportedMs: 0,
    }
    this.#play = play
    this.#last = undefined
    this.#isChosen = false
    this.#report(play, 'beat')
  }

  #move(play: Play, item: Playable, time: number): void {
    play.fileId = item.track.id
    play.position = time
  }

  #report(play: Play, kind: ProgressReport['kind']): void {
    if (!this.#ports.isOn()) return
    const { fixed, fileId, position, listened } = play
    const nowMs = this.#ports.now()
    play.reportedMs = nowMs
    const key = keyOf({ ...fixed, fileId })
    const waiting = this.#pending.get(key)?.kind
    // A jump that has not arrived yet is one still, wherever the sound has come since.
    const said = waiting === 'seek' && kind !== 'finish' ? 'seek' : kind
    this.#pending.delete(key)
    const report: ProgressReport = {
      ...fixed,
      n: play.n++,
      kind: said,
      fileId,
      position: Math.max(0, position),
      listened,
      at: new Date(nowMs).toISOString(),
    }
    this.#pending.set(key, report)
    this.#ports.outbox.keep(report)
    for (const old of [...this.#pending.values()].slice(0, -mostKept)) {
      this.#pending.delete(keyOf(old))
      this.#ports.outbox.drop(old)
    }
    void this.flush()
  }
}

const keyOf = ({ playId, fileId }: Pick<ProgressReport, 'playId' | 'fileId'>): string => `${playId} ${fileId}`

/** The server takes so many at once. */
const mostSent = 100
/** A month without a network, ten plays an evening. */
const mostKept = 300
