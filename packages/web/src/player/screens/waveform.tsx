/** The waveform above the seek bar. Load lazily: it is loaded with the first track that has one. */
import { getWaveform } from '@koedana/contract/tracks.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../domain/api.ts'
import { barsOf } from '../waveform.rules.ts'

export interface WaveformProps {
  readonly trackId: string
  readonly share: number
}

const bars = 200
const height = 100

export function Waveform({ trackId, share }: WaveformProps) {
  const { data } = useQuery({
    queryKey: ['waveform', trackId],
    queryFn: ({ signal }) => call(getWaveform, { params: { id: trackId } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (!data) return null
  const shape = pathOf(barsOf(data.points, bars))
  return (
    <svg
      viewBox={`0 0 ${bars} ${height}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
      aria-hidden="true"
    >
      <path d={shape} className="fill-fg/30" />
      <path
        d={shape}
        className="fill-acc"
        style={{ clipPath: `inset(0 ${(1 - Math.min(1, share)) * 100}% 0 0)` }}
      />
    </svg>
  )
}

/** Draws one bar per unit of width, vertically centered. */
const pathOf = (heights: readonly number[]): string =>
  heights
    .map((part, at) => {
      const tall = Math.max(3, part * height)
      return `M${at + 0.15} ${(height - tall) / 2}h.7v${tall}h-.7z`
    })
    .join('')
