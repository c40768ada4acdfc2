import type { Track, Work } from '@koedana/contract/works.ts'
import { IconCircleCheckFilled, IconDeviceMobileDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useOfflineWords } from '../../../domain/offline-words.ts'
import { useT } from '../../../lib/i18n.ts'
import { isWhole } from '../../../lib/kept-work.rules.ts'
import { shareKept } from './download.rules.ts'
import { keepWork, useKeeping } from './keeper.ts'
import { canKeep } from './kept-store.ts'

export interface KeepButtonProps {
  readonly work: Work
  readonly tracks: readonly Track[]
}

/** Keeps what a press of play on the work plays; then says how far it is, and leads to what is kept. */
export function KeepButton({ work, tracks }: KeepButtonProps) {
  useOfflineWords()
  const t = useT()
  const kept = useKeeping(({ works }) => works.find(({ workId }) => workId === work.id))
  const trouble = useKeeping(({ troubles }) => troubles[work.id])
  if (kept) {
    const isHere = kept.tracks.every(isWhole)
    const percent = Math.floor(shareKept(kept, tracks) * 100)
    const loading = trouble ? t('device.waits') : t('device.loading', { percent })
    return (
      <Link to="/device" className="btn h-10">
        {isHere ? (
          <IconCircleCheckFilled size={17} className="text-acc" aria-hidden />
        ) : (
          <IconDeviceMobileDown size={17} aria-hidden />
        )}
        {isHere ? t('device.kept') : loading}
      </Link>
    )
  }
  const icon = <IconDeviceMobileDown size={19} aria-hidden />
  const look = 'btn-icon size-11! border border-line'
  const name = t('device.keep')
  // Where nothing can be kept, the page says why.
  if (!canKeep()) {
    return (
      <Link to="/device" className={look} aria-label={name} title={name}>
        {icon}
      </Link>
    )
  }
  return (
    <button
      type="button"
      className={look}
      aria-label={name}
      title={name}
      onClick={() => void keepWork(work, { tracks })}
    >
      {icon}
    </button>
  )
}
