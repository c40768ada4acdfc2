import { Link } from '@tanstack/react-router'
import { nameLanguage } from '../lib/name-language.rules.ts'
import { coverImages } from './cover-images.ts'
import { currentOf } from './engine/queue.rules.ts'
import { usePlayer } from './player-store.ts'

export function NowPlaying() {
  const item = usePlayer(({ queue }) => currentOf(queue))
  if (!item) return null
  const [cover] = coverImages(item.workId, item.cover)
  return (
    <div className="flex min-w-0 items-center gap-3">
      {cover ? (
        <img
          src={cover.src}
          alt=""
          width={60}
          height={45}
          className="h-11 w-14.5 shrink-0 rounded-lg object-cover"
        />
      ) : (
        <div className="h-11 w-14.5 shrink-0 rounded-lg bg-sunken" />
      )}
      <div className="min-w-0">
        <p className="truncate text-sm font-semibold" lang={nameLanguage(item.track.title)}>
          {item.track.title}
        </p>
        <Link
          to="/work/$workId"
          params={{ workId: item.workId }}
          className="block truncate text-xs text-mut hover:text-fg"
          lang={nameLanguage(item.title)}
        >
          {item.title}
        </Link>
      </div>
    </div>
  )
}
