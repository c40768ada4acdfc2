/** The set of tracks one would listen to, where a work comes in several forms (formats, with and without effects). */

export interface Variant {
  /** Its folders may name the variant, too. */
  readonly path: string
  readonly format: string
  readonly durationSeconds: number | null
}

const formatOrder = ['mp3', 'm4a', 'ogg', 'opus', 'aac', 'webm', 'mp4', 'flac', 'mka', 'wav']

/** Marks of what is dropped, unless nothing else is there; the first ones are dropped first. */
const unwanted = [
  /試聴|サンプル|体験版|\bsample\b|\btrial\b/i,
  /左右反転|反転/,
  /SE(?:なし|無し|抜き)|[無无]SE|効果音なし|no_?se(?![a-z])/i,
  /全編|通し|\bfull\b/i,
  /ループ|\bloop\b/i,
]

export function preferredTracks<T extends Variant>(tracks: readonly T[]): T[] {
  const wanted = unwanted.reduce<readonly T[]>((left, mark) => {
    const without = left.filter(({ path }) => !mark.test(path.normalize('NFC')))
    return without.length > 0 ? without : left
  }, tracks)
  const format = formatOrder.find((one) => isWhole(one, wanted))
  return format === undefined ? oneOfEachTitle(wanted) : wanted.filter((track) => track.format === format)
}

/** Total of the preferred set in whole seconds; null where no length is known. */
export function totalDuration(tracks: readonly Variant[]): number | null {
  const known = preferredTracks(tracks).flatMap(({ durationSeconds }) => durationSeconds ?? [])
  return known.length === 0 ? null : Math.round(known.reduce((sum, one) => sum + one, 0))
}

/** Whether every title is there in this format. */
function isWhole(format: string, tracks: readonly Variant[]): boolean {
  const titles = new Set(tracks.filter((track) => track.format === format).map(titleOf))
  return titles.size > 0 && tracks.every((track) => titles.has(titleOf(track)))
}

function oneOfEachTitle<T extends Variant>(tracks: readonly T[]): T[] {
  const chosen = new Map<string, T>()
  const rank = ({ format }: T) => formatOrder.indexOf(format)
  for (const track of tracks) {
    const other = chosen.get(titleOf(track))
    if (!other || rank(track) < rank(other)) chosen.set(titleOf(track), track)
  }
  return tracks.filter((track) => chosen.get(titleOf(track)) === track)
}

/** Base name without folder: the forms of one track lie in folders of their own. */
function titleOf({ path }: Variant): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[^.]+$/, '')
    .normalize('NFC')
    .toLowerCase()
}
