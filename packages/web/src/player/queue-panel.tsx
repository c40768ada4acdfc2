import { useEffect } from 'react'
import { useT } from '../lib/i18n.ts'
import { Sheet } from '../ui/sheet.tsx'
import { SpeedMenu } from './now-playing.tsx'
import { clearQueue } from './player-acts.ts'
import { QueueModes } from './screens/extras-row.tsx'
import { QueueTools } from './screens/queue-tools.tsx'

/** Import it lazily: it brings the dialog with it. */
export function QueuePanel({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  useRoomBeside()
  return (
    <Sheet
      open
      isBeside
      onClose={onClose}
      title={t('player.queue')}
      footer={
        <>
          <button type="button" className="btn" onClick={clearQueue}>
            {t('queue.close')}
          </button>
          <div className="ml-auto flex items-center gap-1 text-[13px] text-mut">
            <QueueModes />
            <span className="md:hidden">
              <SpeedMenu />
            </span>
          </div>
        </>
      }
    >
      <QueueTools />
    </Sheet>
  )
}

/** Where lists and their filters have room for it, they move aside; elsewhere it lies over the right edge of the page. */
function useRoomBeside(): void {
  useEffect(() => {
    if (!matchMedia('(min-width: 1536px)').matches) return
    const { style } = document.body
    style.paddingRight = '400px'
    return () => {
      style.paddingRight = ''
    }
  }, [])
}
