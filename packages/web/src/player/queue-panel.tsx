import { useEffect } from 'react'
import { useT } from '../lib/i18n.ts'
import { Sheet } from '../ui/sheet.tsx'
import { SpeedMenu } from './now-playing.tsx'
import { clearQueue } from './player-actions.ts'
import { QueueModes } from './screens/extras-row.tsx'
import { QueueTools } from './screens/queue-tools.tsx'

/** Load lazily: it includes the dialog. */
export function QueuePanel({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  useSpaceForPanel()
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

/** On wide windows, shrinks the page so that the panel covers nothing; on others the panel overlaps its right edge. */
function useSpaceForPanel(): void {
  useEffect(() => {
    if (!matchMedia('(min-width: 1536px)').matches) return
    const { style } = document.body
    style.paddingRight = '400px'
    return () => {
      style.paddingRight = ''
    }
  }, [])
}
