import { IconX } from '@tabler/icons-react'
import { clock } from '../lib/format.rules.ts'
import { useT } from '../lib/i18n.ts'
import { nameLanguage } from '../lib/name-language.rules.ts'
import { Sheet } from '../ui/sheet.tsx'
import { SpeedMenu } from './now-playing.tsx'
import { clearQueue, jumpTo, type PlayerItem, removeAt, usePlayer } from './player-store.ts'

/** Import it lazily: it brings the dialog with it. */
export function QueuePanel({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const { items, index } = usePlayer((state) => state.queue)
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('player.queue')}
      footer={
        <>
          <button type="button" className="btn" onClick={clearQueue}>
            {t('player.clear')}
          </button>
          <div className="ml-auto flex items-center gap-1 text-[13px] text-mut md:hidden">
            {t('player.speed')}
            <SpeedMenu />
          </div>
        </>
      }
    >
      <ol className="-mx-2">
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a track may stand here twice, only its place tells the two apart
          <QueueRow key={`${item.track.id} ${at}`} item={item} at={at} isCurrent={at === index} />
        ))}
      </ol>
    </Sheet>
  )
}

interface QueueRowProps {
  readonly item: PlayerItem
  readonly at: number
  readonly isCurrent: boolean
}

function QueueRow({ item, at, isCurrent }: QueueRowProps) {
  const t = useT()
  return (
    <li className="flex items-center rounded-xl hover:bg-sunken">
      <button
        type="button"
        className="flex min-h-12 min-w-0 flex-1 items-center gap-3 px-2 text-left text-sm aria-[current=true]:text-acc"
        aria-current={isCurrent}
        onClick={() => jumpTo(at)}
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium" lang={nameLanguage(item.track.title)}>
            {item.track.title}
          </span>
          <span className="block truncate text-xs text-mut" lang={nameLanguage(item.title)}>
            {item.title}
          </span>
        </span>
        {item.track.duration !== null && (
          <span className="text-xs text-mut">{clock(item.track.duration)}</span>
        )}
      </button>
      <button
        type="button"
        className="btn-icon"
        aria-label={t('player.remove', { track: item.track.title })}
        onClick={() => removeAt(at)}
      >
        <IconX size={16} aria-hidden />
      </button>
    </li>
  )
}
