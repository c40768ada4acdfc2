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
  // No browser plays these, or only Safari. They are converted with ffmpeg.
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

/** Recordings that neither browsers nor the scan can read. */
const unplayableExtensions = new Set(
  'aa aax ac3 amr asf au avi caf dts eac3 flv m4p mid midi mkv mov ra rm shn tak tta wmv'.split(' '),
)

/** Returns whether the name is that of a recording that must be converted outside of this program. */
export const isUnplayable = (name: string): boolean => unplayableExtensions.has(extensionOf(name))

/** Returns the lower-case extension of a playable file, or undefined. */
export function audioFormatOf(name: string): string | undefined {
  const extension = extensionOf(name)
  return Object.hasOwn(contentTypes, extension) ? extension : undefined
}

/** Raster images only: SVG may contain scripts. */
const pictureTypes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  bmp: 'image/bmp',
}

/** Sent as `text/plain`, whatever their syntax. HTML is not among them. */
const textExtensions = new Set('txt lrc srt vtt ass ssa cue md nfo log csv'.split(' '))

export type FileKind = (typeof fileKinds)[number]

export function fileKindOf(name: string): FileKind {
  const extension = extensionOf(name)
  if (Object.hasOwn(pictureTypes, extension)) return 'picture'
  if (extension === 'pdf') return 'pdf'
  return textExtensions.has(extension) ? 'text' : 'other'
}

/** Returns the media type; for text without the charset. */
export function contentTypeOf(name: string): string {
  const extension = extensionOf(name)
  const type = contentTypes[extension] ?? pictureTypes[extension]
  if (type !== undefined) return type
  if (extension === 'pdf') return 'application/pdf'
  if (extension === 'zip') return 'application/zip'
  return textExtensions.has(extension) ? 'text/plain' : 'application/octet-stream'
}

/** Returns the extension in lower case, without the dot; `''` if there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  // Called several times for every file of a library, so it only inspects the end of the name.
  if (dot < 1 || name[dot - 1] === '/') return ''
  const extension = name.slice(dot + 1).toLowerCase()
  return /^[a-z0-9]{1,8}$/.test(extension) ? extension : ''
}

/** Returns whether a browser may display the file instead of saving it. */
const isDisplayable = (name: string): boolean =>
  audioFormatOf(name) !== undefined || fileKindOf(name) !== 'other'

/** Returns a Content-Disposition (RFC 6266) with the name encoded as in RFC 8187, which allows any character. */
export function dispositionOf(name: string): string {
  const encoded = encodeURIComponent(printablePath(name)).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${isDisplayable(name) ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded}`
}
