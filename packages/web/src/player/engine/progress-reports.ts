/**
 * Reports playback to the server (ADR 0035): creates plays and their reports. Independent of the browser and of React. If a play could not
 * be sent, only the latest report of each track is kept: it includes the earlier ones.
 */
import type { ProgressReport } from '@koedana/contract/progress.ts'
import type { Playable, ProgressPort } from './player-ports.ts'

export interface ReportPorts {
  /** Returns milliseconds since the Unix epoch, by the clock of this device. */
  readonly now: () => number
  readonly mintId: () => string
  /** Returns whether a user is logged in and recording is on. */
  readonly isOn: () => boolean
  /**
   * Resolves with the revisions of the works by ID; with `refused` if a retry would be rejected too, with `away` if there is no network.
   */
  readonly send: (reports: readonly ProgressReport[]) => Promise<SendResult>
  readonly outbox: ReportOutbox
}

/** Stores reports until they are sent, also after the page is closed. Several pages may share it. */
export interface ReportOutbox {
  /** Returns the reports of all pages, the oldest first. */
  readonly recall: () => readonly ProgressReport[]
  /** Stores a report, replacing an earlier one of the same play and track. */
  readonly keep: (report: ProgressReport) => void
  /** Deletes a report, unless a later one has replaced it. */
  readonly drop: (report: ProgressReport) => void
  readonly clear: () => void
}

export type SendResult = { readonly revisions: ReadonlyMap<string, number> } | 'refused' | 'away'

export const reportIntervalMs = 10_000
/** A longer step between two time updates is a seek and does not count as listening. */
const maxStepSeconds = 10

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
  /** The play that stopped last. */
  #last: Play | undefined
  /** Whether the user chose the position at which the next play starts. */
  #isChosen = false
  #isSending = false

  constructor(ports: ReportPorts) {
    this.#ports = ports
    this.#pending = new Map(ports.outbox.recall().map((report) => [keyOf(report), report]))
  }

  get hasUnsent(): boolean {
    return this.#pending.size > 0
  }

  /** Adopts reports that closed pages could not send. Reports of open pages are sent twice. */
  adopt(): void {
    for (const report of this.#ports.outbox.recall()) {
      const own = this.#pending.get(keyOf(report))
      if (!own || own.n < report.n) this.#pending.set(keyOf(report), report)
    }
  }

  /** Notes the server's revision of a work, on which the next play is based. */
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
    // A later report of the same play must not include what was played while recording was off.
    if (!this.#ports.isOn()) {
      this.#play = undefined
      return
    }
    const play = this.#play
    if (play?.workId !== item.workId) {
      this.#begin(item, time)
      return
    }
    // A change of track within the queue counts as a choice, whatever the order of the work.
    if (play.fileId !== item.track.id) {
      this.chose(item, time)
      return
    }
    const step = time - play.position
    if (step > 0 && step <= maxStepSeconds) play.listened += step
    play.position = time
    if (this.#ports.now() - play.reportedMs >= reportIntervalMs) this.#report(play, 'beat')
  }

  /** Ends the play. The next press of play starts a new one, because another device may have continued by then. */
  stopped(item: Playable, time: number): void {
    const play = this.#play
    if (play?.fileId !== item.track.id) return
    this.#move(play, item, time)
    this.#report(play, 'pause')
    this.#play = undefined
    this.#isChosen = false
    this.#last = play
  }

  /** An element fires `pause` before `ended`: the play that has just stopped continues with the next track. */
  ended(item: Playable, time: number, isLast: boolean): void {
    const play = this.#play ?? this.#last
    this.#last = undefined
    if (play?.workId !== item.workId) return
    this.#move(play, item, time)
    this.#report(play, isLast ? 'finish' : 'end')
    if (!isLast) this.#play = play
  }

  /** Sends the waiting reports. Also call it when the network is back and when the page is left. */
  async flush(): Promise<void> {
    if (this.#isSending || this.#pending.size === 0 || !this.#ports.isOn()) return
    this.#isSending = true
    const reports = [...this.#pending.values()].slice(0, maxSent)
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

  /** Reports the time since the last report before the page is closed. */
  leave(): void {
    if (this.#play) this.#report(this.#play, 'beat')
  }

  /** Discards all reports, because another user logs in. */
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
    // A seek that was not sent yet stays a seek, even if playback has continued since.
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
    for (const old of [...this.#pending.values()].slice(0, -maxKept)) {
      this.#pending.delete(keyOf(old))
      this.#ports.outbox.drop(old)
    }
    void this.flush()
  }
}

const keyOf = ({ playId, fileId }: Pick<ProgressReport, 'playId' | 'fileId'>): string => `${playId} ${fileId}`

const maxSent = 100
/** About ten plays an evening for a month without network. */
const maxKept = 300
