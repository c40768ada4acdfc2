import { type MediaForm, mediaForms } from '@koedana/contract/media.ts'
import { extensionOf } from '../media/formats.rules.ts'

export { type MediaForm, mediaForms }

interface FormEncoder {
  readonly encoder: 'libopus' | 'aac'
  readonly kilobits: number
  readonly extension: 'opus' | 'm4a'
}

export const formEncoders: Readonly<Record<MediaForm, FormEncoder>> = {
  'opus-64': { encoder: 'libopus', kilobits: 64, extension: 'opus' },
  'opus-96': { encoder: 'libopus', kilobits: 96, extension: 'opus' },
  'opus-128': { encoder: 'libopus', kilobits: 128, extension: 'opus' },
  'aac-128': { encoder: 'aac', kilobits: 128, extension: 'm4a' },
  'aac-192': { encoder: 'aac', kilobits: 192, extension: 'm4a' },
}

/**
 * Allowed demuxers: containers of audio. Playlist formats are excluded, because they can refer to other files whatever the file's
 * extension.
 */
export const demuxers = 'wav,w64,flac,mp3,ogg,mov,aac,matroska,asf,aiff,ape,wv,mpc,mpc8,iff,dsf'
export const maxSeconds = 48 * 3600

export interface ConversionInput {
  /** Path of a file of this server; undefined for standard input. */
  readonly path: string | undefined
}

/** Returns the arguments for a conversion to `target`. The output is deterministic. */
export function conversionArgs(form: MediaForm, { path }: ConversionInput, target: string): string[] {
  const { encoder, kilobits, extension } = formEncoders[form]
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-threads', '1'],
    ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', demuxers],
    ...['-i', path === undefined ? 'pipe:0' : `file:${path}`],
    // Converts only the first audio stream, without pictures and tags. The number of channels stays.
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-t', String(maxSeconds), '-threads', '1', '-c:a', encoder, '-b:a', `${kilobits}k`],
    ...['-fflags', '+bitexact', '-flags:a', '+bitexact'],
    ...(extension === 'm4a' ? ['-movflags', '+faststart', '-f', 'mp4'] : ['-f', 'ogg']),
    ...['-y', `file:${target}`],
  ]
}

export const nameInForm = (name: string, form: MediaForm): string =>
  `${name.slice(0, name.length - extensionOf(name).length).replace(/\.$/, '')}.${formEncoders[form].extension}`

/** Formats that can be read from a pipe, because they do not need to seek to an index. */
const streamableExtensions = new Set('mp3 mp2 aac ogg oga opus flac wav webm weba mka'.split(' '))

export const needsSeeking = (name: string): boolean => !streamableExtensions.has(extensionOf(name))
