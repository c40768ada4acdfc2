/** Says which file names are audio, pictures and texts, and what is said of them on the wire. */
import type { fileKinds } from '@koedana/contract/works.ts'
import { printablePath } from '../../../lib/printable.rules.ts'

const contentTypes: Readonly<Record<string, string>> = {
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
  mka: 'audio/x-matroska',
  // No browser plays these, or Safari alone: they are heard as ffmpeg converts them.
  mp2: 'audio/mpeg',
  wma: 'audio/x-ms-wma',
  aif: 'audio/aiff',
  aifc: 'audio/aiff',
  aiff: 'audio/aiff',
  ape: 'audio/x-ape',
  wv: 'audio/x-wavpack',
  mpc: 'audio/x-musepack',
  dff: 'audio/x-dff',
  dsf: 'audio/x-dsf',
}

/** Recordings that neither a browser plays nor a scan reads. */
const unplayable = new Set(
  'aa aax ac3 amr asf au avi caf dts eac3 flv m4p mid midi mkv mov ra rm shn tak tta wmv'.split(' '),
)

/** Returns whether the name is that of a recording which has to be converted before it can be heard here. */
export const isUnplayable = (name: string): boolean => unplayable.has(extensionOf(name))

/** Lower-case extension of a playable file, or undefined. */
export function audioFormatOf(name: string): string | undefined {
  const extension = extensionOf(name)
  return Object.hasOwn(contentTypes, extension) ? extension : undefined
}

/** Pictures that cannot hold a script: SVG is none of them. */
const pictureTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  bmp: 'image/bmp',
}

/** Texts are sent as plain ones, whatever they are written in; pages are no texts. */
const texts = new Set('txt lrc srt vtt ass ssa cue md nfo log csv'.split(' '))

export type FileKind = (typeof fileKinds)[number]

/** How a file that is no sound is shown. */
export function fileKindOf(name: string): FileKind {
  const extension = extensionOf(name)
  if (Object.hasOwn(pictureTypes, extension)) return 'picture'
  if (extension === 'pdf') return 'pdf'
  return texts.has(extension) ? 'text' : 'other'
}

/** Returns the type, without its encoding for a text. */
export function contentTypeOf(name: string): string {
  const extension = extensionOf(name)
  const type = contentTypes[extension] ?? pictureTypes[extension]
  if (type !== undefined) return type
  if (extension === 'pdf') return 'application/pdf'
  if (extension === 'zip') return 'application/zip'
  return texts.has(extension) ? 'text/plain' : 'application/octet-stream'
}

/** Lower case, without the dot; `''` where there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  // The extension of every name of a library is read several times: most of a name is not looked at.
  if (dot < 1 || name[dot - 1] === '/') return ''
  const extension = name.slice(dot + 1).toLowerCase()
  return /^[a-z0-9]{1,8}$/.test(extension) ? extension : ''
}

/** Returns whether a browser may show it instead of saving it. */
const isShown = (name: string): boolean => audioFormatOf(name) !== undefined || fileKindOf(name) !== 'other'

/** RFC 6266 with the name as RFC 8187 has it, for any character a file name can hold. */
export function dispositionOf(name: string): string {
  const encoded = encodeURIComponent(printablePath(name)).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${isShown(name) ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded}`
}
