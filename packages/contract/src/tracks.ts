import * as v from 'valibot'
import { endpoint } from './kit/endpoint.ts'
import { ViewerFilters } from './values.ts'

const trackId = v.pipe(v.string('textExpected'), v.maxLength(64, 'textTooLong'))

export const getWaveform = endpoint({
  method: 'GET',
  path: '/tracks/:id/waveform',
  access: 'public',
  rate: 'read',
  summary: 'Get the waveform of a track',
  description: 'A thousand loudness values, if `hasWaveform` is true in the file list.',
  params: v.object({ id: trackId }),
  query: ViewerFilters,
  /** From 0 (silence) to 255 (maximum loudness). */
  response: v.object({ points: v.array(v.number()) }),
})
