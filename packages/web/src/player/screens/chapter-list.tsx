import { formatClock } from '../../lib/format.rules.ts'
import { useT } from '../../lib/i18n.ts'
import { nameLanguage } from '../../lib/name-language.rules.ts'
import { type Chapter, chapterAt } from '../engine/chapters.rules.ts'
import { currentOf } from '../engine/queue.rules.ts'
import { seekTo } from '../player-actions.ts'
import { usePlayer } from '../player-store.ts'

const none: readonly Chapter[] = []

export const useChapters = (): readonly Chapter[] =>
  usePlayer(({ queue }) => currentOf(queue)?.track.chapters ?? none)

export function ChapterList() {
  const t = useT()
  const chapters = useChapters()
  const current = usePlayer(({ time }) => chapterAt(chapters, time))
  return (
    <ol aria-label={t('chapter.list')}>
      {chapters.map(({ start, title }, at) => (
        <li key={start}>
          <button
            type="button"
            aria-current={at === current}
            className="flex min-h-11 w-full items-center gap-3 rounded-xl px-3 text-left text-sm hover:bg-sunken aria-[current=true]:text-acc"
            onClick={() => seekTo(start)}
          >
            <span className="w-14 shrink-0 text-right text-xs text-mut">{formatClock(start)}</span>
            <span className="min-w-0 flex-1 truncate font-medium" lang={nameLanguage(title)}>
              {title || t('chapter.untitled', { number: at + 1 })}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
