import type { Chapter } from './chapters.rules.ts'

export interface ChaptersOfFile {
  /** Audio file that a cue sheet names; undefined for other texts. */
  readonly file: string | undefined
  readonly chapters: readonly Chapter[]
}

/** Longer lines are not titles. */
const maxLineLength = 1_000
const maxLines = 20_000

const splitLines = (text: string): readonly string[] =>
  text
    // Also splits at Unicode line separators: `.` does not match them, so the patterns below would backtrack at each of them.
    .split(/\r\n|[\r\n\u2028\u2029]/, maxLines)
    .filter((line) => line.length <= maxLineLength)
    .map((line) => line.trim())

interface CueFile {
  readonly file: string
  readonly chapters: Chapter[]
  /** Title of the current track; reset when a track begins, because earlier titles belong to the whole file. */
  title: string
}

/** Parses a cue sheet. Times are minutes, seconds and frames of 1/75 s; `INDEX 01` is the start of a track. */
export function parseCueSheet(text: string): ChaptersOfFile[] {
  const files: CueFile[] = []
  let isInTrack = false
  for (const line of splitLines(text)) {
    const current = files.at(-1)
    const named = /^FILE\s+(?:"([^"]*)"|(\S+))/i.exec(line)
    if (named) {
      files.push({ file: named[1] ?? named[2] ?? '', chapters: [], title: '' })
      isInTrack = false
    } else if (/^TRACK\s+\d+\s+AUDIO/i.test(line)) {
      isInTrack = true
      if (current) current.title = ''
    } else if (current && isInTrack) parseTrackLine(current, line)
  }
  return files.map(({ file, chapters }) => ({ file, chapters }))
}

function parseTrackLine(current: CueFile, line: string): void {
  const title = /^TITLE\s+(?:"([^"]*)"|(.+))$/i.exec(line)
  if (title) current.title = title[1] ?? title[2] ?? ''
  const index = /^INDEX\s+0*1\s+(\d{1,4}):(\d{1,2}):(\d{1,2})$/i.exec(line)
  if (!index) return
  const [minutes, seconds, frames] = index.slice(1).map(Number)
  const startMs = ((minutes ?? 0) * 60 + (seconds ?? 0)) * 1000 + Math.round(((frames ?? 0) * 1000) / 75)
  current.chapters.push({ startMs, title: current.title })
}

const time = String.raw`(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)(?:[.,](\d{1,3}))?`
const opening = String.raw`[\s\[(（【「<・*#-]*(?:\d{1,3}[.)、．]\s*)?[\[(（【]?`
/** `00:12:30 title`, `[12:30] title`, `1. 12:30 - title` */
const timeFirst = new RegExp(
  String.raw`^${opening}${time}[\s\])）】>]*[-–—~～:：|、.\s]*(\D.*|\d.*\D.*|\d+)$`,
)
/** `title 12:30`, `title … (00:12:30)` */
const timeLast = new RegExp(String.raw`^(.*?\S)[\s.…・:：|_-]*[\s\[(（【]${time}[\s\])）】]*$`)

/** Returns the lines with a time as chapters. At least two ascending times are required, since dialogs contain times too. */
export function parseTimedText(text: string): readonly Chapter[] {
  const found = splitLines(text).flatMap((line) => {
    const first = timeFirst.exec(line)
    if (first) return { startMs: toMilliseconds(first.slice(1, 5)), title: first[5] ?? '' }
    const last = timeLast.exec(line)
    return last ? { startMs: toMilliseconds(last.slice(2, 6)), title: last[1] ?? '' } : []
  })
  const isRising = found.every(({ startMs }, at) => at === 0 || startMs > (found[at - 1]?.startMs ?? 0))
  return isRising && found.length >= 2 ? found : []
}

function toMilliseconds([hours = '0', minutes = '0', seconds = '0', part = '']: readonly (
  | string
  | undefined
)[]): number {
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return whole * 1000 + Number(part.padEnd(3, '0') || 0)
}
