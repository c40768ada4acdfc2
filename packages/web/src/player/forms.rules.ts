/** Decides in which form a browser plays a track: the original file, or a converted track. */
import type { MediaForm } from '@koedana/contract/media.ts'
import type { Track } from '@koedana/contract/works.ts'

export interface BrowserSupport {
  /** Returns whether the browser may play this MIME type, including the codec if it is known. */
  readonly canPlay: (type: string) => boolean
  /** Whether the user wants to save data. */
  readonly isSaving: boolean
}

export interface FormRequest extends BrowserSupport {
  /** The forms that the server can convert to. */
  readonly forms: readonly MediaForm[]
  /** The original file failed to play. */
  readonly mustConvert: boolean
}

type TrackFormat = Pick<Track, 'format' | 'codec' | 'bitrate' | 'sizeBytes' | 'duration'>

/** Returns undefined for the original file, also if no other form is possible. */
export function formFor(track: TrackFormat, wanted: FormRequest): MediaForm | undefined {
  const usual = defaultForms.find((form) => isPossible(form, wanted))
  if (wanted.mustConvert || !wanted.canPlay(typeOf(track))) return usual
  if (!wanted.isSaving) return undefined
  const small = smallForms.find((form) => isPossible(form, wanted))
  return small && bitrateOf(track) > kilobitsOf(small) * 1_000 * minSavingsRatio ? small : undefined
}

/** Whispers and binaural recordings suffer audibly at lower bitrates. */
const defaultForms: readonly MediaForm[] = ['opus-128', 'aac-192', 'opus-96', 'aac-128', 'opus-64']
const smallForms: readonly MediaForm[] = ['opus-64', 'opus-96', 'aac-128']
/** Conversion takes time, so it must save at least a third. */
const minSavingsRatio = 1.5

const isPossible = (form: MediaForm, { forms, canPlay }: FormRequest): boolean =>
  forms.includes(form) &&
  canPlay(form.startsWith('opus') ? 'audio/ogg; codecs="opus"' : 'audio/mp4; codecs="mp4a.40.2"')

const kilobitsOf = (form: MediaForm): number => Number(form.slice(form.indexOf('-') + 1))

const bitrateOf = ({ bitrate, sizeBytes, duration }: TrackFormat): number =>
  bitrate ?? (duration ? (sizeBytes * 8) / duration : 0)

/** Returns the MIME type by file format, with the codec if browser support for it differs. */
function typeOf({ format, codec }: TrackFormat): string {
  const type = types[format] ?? `audio/x-${format}`
  const inside = codecs.find(([pattern]) => pattern.test(codec ?? ''))?.[1]
  const hasCodec = type === 'audio/mp4' || type === 'audio/ogg' || type === 'audio/webm'
  return hasCodec && inside ? `${type}; codecs="${inside}"` : type
}

const types: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  mp4: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  wav: 'audio/wav',
  webm: 'audio/webm',
  weba: 'audio/webm',
  // Browsers that support Matroska audio treat it as WebM.
  mka: 'audio/webm',
  aif: 'audio/aiff',
  aiff: 'audio/aiff',
  aifc: 'audio/aiff',
}

/** Codec names as scans report them, and as MIME types use them. */
const codecs: readonly (readonly [RegExp, string])[] = [
  [/ALAC/i, 'alac'],
  [/E-?AC-?3/i, 'ec-3'],
  [/AC-?3/i, 'ac-3'],
  [/Vorbis/i, 'vorbis'],
  [/Opus/i, 'opus'],
  [/FLAC/i, 'flac'],
  [/Speex/i, 'speex'],
]
