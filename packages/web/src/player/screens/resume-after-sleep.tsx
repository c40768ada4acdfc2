/** Offers to go back to where a listener was awake, after they fell asleep. Load lazily. */
import { IconZzz } from '@tabler/icons-react'
import { formatClock } from '../../lib/format.rules.ts'
import { useT } from '../../lib/i18n.ts'
import { nameLanguage } from '../../lib/name-language.rules.ts'
import { playTracks, seekTo } from '../player-actions.ts'
import { usePlayer } from '../player-store.ts'

export function ResumeAfterSleep() {
  const t = useT()
  const ways = usePlayer((state) => state.ways) ?? []
  const items = usePlayer(({ queue }) => queue.items)
  const known = ways.flatMap(({ to, point }) => {
    const index = items.findIndex(({ track }) => track.id === point.trackId)
    const track = items[index]?.track
    return track ? [{ to, at: point.at, index, track }] : []
  })
  if (known.length === 0) return null
  return (
    <section
      aria-label={t('asleep.title')}
      className="flex flex-wrap items-center gap-2 px-3 pt-3 pb-1 text-[13px]"
    >
      <p className="flex items-center gap-1.5 font-medium max-md:flex-1">
        <IconZzz size={17} className="shrink-0 text-mut" aria-hidden />
        {t('asleep.title')}
      </p>
      {known.map(({ to, at, index, track }) => (
        <button
          key={to}
          type="button"
          // On phones each button has its own line, below the question and the close button.
          className="min-w-0 truncate rounded-2xl bg-sunken px-3.5 py-1.5 text-left hover:bg-soft max-md:order-1 max-md:basis-full pointer-coarse:min-h-11"
          onClick={() => playTracks(items, index, { at, isResumed: false })}
        >
          {t(`asleep.${to}`, { time: formatClock(at) })}{' '}
          <span className="text-mut" lang={nameLanguage(track.title)}>
            {track.title}
          </span>
        </button>
      ))}
      <button
        type="button"
        className="shrink-0 rounded-2xl px-3 py-1.5 whitespace-nowrap text-mut hover:text-fg pointer-coarse:min-h-11"
        onClick={() => seekTo(usePlayer.getState().time)}
      >
        {t('asleep.stay')}
      </button>
    </section>
  )
}
