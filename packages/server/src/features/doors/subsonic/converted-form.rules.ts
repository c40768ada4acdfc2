/** Chooses the converted form of a track for a client that requests a lower bit rate or another format. */
import { formEncoders, type MediaForm, mediaForms } from '../../library/forms/form.rules.ts'
import { numberOf, type Query } from './params.rules.ts'

export interface Sound {
  readonly format: string
  /** Bits per second; null if unknown. */
  readonly bitrate: number | null
}

const families: ReadonlyMap<string, 'opus' | 'm4a'> = new Map([
  ['opus', 'opus'],
  ['ogg', 'opus'],
  ['oga', 'opus'],
  ['aac', 'm4a'],
  ['m4a', 'm4a'],
])

/** Returns undefined for the original file. MP3 is not encoded here: clients that request it get AAC, which plays wherever MP3 does. */
export function formFor(
  { format, maxBitRate }: Query,
  sound: Sound,
  available: readonly MediaForm[],
): MediaForm | undefined {
  const most = numberOf(maxBitRate, { usual: 0, most: 100_000 })
  const isLarger = most > 0 && (sound.bitrate ?? Number.POSITIVE_INFINITY) > most * 1000
  const wanted = format === undefined || format === '' ? sound.format : format
  const isOther = wanted !== sound.format && (families.get(wanted) ?? wanted) !== families.get(sound.format)
  if (format === 'raw' || !(isLarger || isOther)) return undefined
  const extension = families.get(wanted) ?? 'm4a'
  const forms = mediaForms.filter(
    (form) => available.includes(form) && formEncoders[form].extension === extension,
  )
  const kilobits = (form: MediaForm) => formEncoders[form].kilobits
  const bySize = forms.toSorted((one, other) => kilobits(one) - kilobits(other))
  return bySize.findLast((form) => most === 0 || kilobits(form) <= most) ?? bySize[0]
}
