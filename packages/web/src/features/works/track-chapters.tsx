import type { Track } from '@koedana/contract/works.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { formatClock } from '../../lib/format.rules.ts'
import { useT } from '../../lib/i18n.ts'
import { nameLanguage } from '../../lib/name-language.rules.ts'
import { useFileWords } from './files/file-words.ts'

export interface TrackChaptersProps {
  readonly chapters: Track['chapters']
  /** Plays the track from this second. */
  readonly onPlay: (seconds: number) => void
}

/** The chapters of a track below its row, collapsed. Load lazily: it has its own messages. */
export function TrackChapters({ chapters, onPlay }: TrackChaptersProps) {
  useFileWords()
  const t = useT()
  return (
    <details className="group/chapters basis-full border-line border-t bg-sunken">
      <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 px-4 text-[12.5px] text-mut hover:text-fg pointer-coarse:min-h-11">
        <IconChevronRight
          size={14}
          className="shrink-0 transition-transform group-open/chapters:rotate-90"
          aria-hidden
        />
        {t('tracks.chapters', { count: chapters.length })}
      </summary>
      <ol className="pb-2">
        {chapters.map(({ start, title }, at) => (
          <li key={start}>
            <button
              type="button"
              className="flex min-h-10 w-full items-center gap-4 px-4 text-left text-[13px] transition-colors hover:text-acc pointer-coarse:min-h-11"
              onClick={() => onPlay(start)}
            >
              <span className="w-14 shrink-0 text-right text-[12.5px] text-mut tabular-nums">
                {formatClock(start)}
              </span>
              <span className="min-w-0 flex-1 truncate" lang={nameLanguage(title)}>
                {title || t('tracks.chapterUntitled', { number: at + 1 })}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </details>
  )
}
