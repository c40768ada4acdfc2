/** Which file names are audio, and what is said of them on the wire. */
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
}

/** Recordings that no browser plays, or Safari alone. */
const unplayable = new Set(
  (
    'aa aax ac3 aif aifc aiff amr ape asf au avi caf dff dsf dts eac3 flv m4p mid midi mkv mov mp2 mpc ra rm shn ' +
    'tak tta wma wmv wv'
  ).split(' '),
)

/** Whether the name is that of a recording which has to be converted before it can be heard here. */
export const isUnplayable = (name: string): boolean => unplayable.has(extensionOf(name))

/** Lower-case extension of a playable file, or undefined. */
export function audioFormatOf(name: string): string | undefined {
  const extension = extensionOf(name)
  return Object.hasOwn(contentTypes, extension) ? extension : undefined
}

export function contentTypeOf(name: string): string {
  return contentTypes[extensionOf(name)] ?? 'application/octet-stream'
}

/** Lower case, without the dot; `''` where there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  // Every name of a library is asked for its own several times: most of a name is not looked at.
  if (dot < 1 || name[dot - 1] === '/') return ''
  const extension = name.slice(dot + 1).toLowerCase()
  return /^[a-z0-9]{1,8}$/.test(extension) ? extension : ''
}

/** RFC 6266 with the name as RFC 8187 has it, for any character a file name can hold. */
export function inlineDisposition(name: string): string {
  const encoded = encodeURIComponent(printablePath(name)).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename*=UTF-8''${encoded}`
}
