import { listWorkLyrics } from '@koedana/contract/lyrics.ts'
import type { Track } from '@koedana/contract/works.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../domain/api.ts'
import { useFormat } from '../../lib/i18n.ts'
import { languageTagName } from '../../lib/language-tag-name.ts'

const workLyricsQuery = (id: string) =>
  queryOptions({
    queryKey: ['work-lyrics', id],
    queryFn: ({ signal }) => call(listWorkLyrics, { params: { id } }, signal),
  })

export interface TrackTextsProps {
  readonly workId: string
  readonly track: Track
}

/** Shows the lyrics languages of a track. Load lazily, for tracks with lyrics. */
export function TrackTexts({ workId, track }: TrackTextsProps) {
  const { comma } = useFormat()
  const { data } = useQuery(workLyricsQuery(workId))
  const texts = data?.tracks.find(({ trackId }) => trackId === track.id)?.lyrics ?? []
  const names = new Set(texts.flatMap(({ lang }) => languageTagName(lang) ?? []))
  if (names.size === 0) return null
  return <span className="shrink-0 text-[12px] text-mut max-sm:hidden">{[...names].join(comma)}</span>
}
