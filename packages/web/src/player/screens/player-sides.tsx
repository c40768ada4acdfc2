import { IconListNumbers, IconPhoto, IconPlaylist, IconQuote } from '@tabler/icons-react'
import { useT } from '../../lib/i18n.ts'
import { ChapterList } from './chapter-list.tsx'
import { QueueModes } from './extras-row.tsx'
import { LyricsPanel } from './lyrics-part.ts'
import { QueueTools } from './queue-tools.tsx'
import { ToolButton } from './tool-button.tsx'

export type Side = 'cover' | 'lyrics' | 'chapters' | 'queue'

export function SideContent({ side }: { readonly side: Exclude<Side, 'cover'> }) {
  if (side === 'lyrics') return <LyricsPanel />
  if (side === 'chapters') return <ChapterList />
  return <QueueTools />
}

export interface SidesProps {
  readonly shown: Side
  readonly hasLyrics: boolean
  readonly hasChapters: boolean
  readonly hasCover: boolean
  readonly onChoose: (side: Side) => void
}

/** Shown next to the cover, or instead of it. */
export function Sides({ shown, hasLyrics, hasChapters, hasCover, onChoose }: SidesProps) {
  const t = useT()
  const sides = [
    ...(hasCover ? [{ side: 'cover', icon: IconPhoto, label: t('full.cover') } as const] : []),
    ...(hasLyrics ? [{ side: 'lyrics', icon: IconQuote, label: t('lyrics.title') } as const] : []),
    ...(hasChapters ? [{ side: 'chapters', icon: IconListNumbers, label: t('chapter.list') } as const] : []),
    { side: 'queue', icon: IconPlaylist, label: t('player.queue') } as const,
  ]
  return (
    <div className="flex items-center max-sm:w-full max-sm:justify-between">
      <QueueModes />
      {sides.map(({ side, icon, label }) => (
        <ToolButton
          key={side}
          icon={icon}
          label={label}
          isOn={side === shown}
          onClick={() => onChoose(side)}
        />
      ))}
    </div>
  )
}
