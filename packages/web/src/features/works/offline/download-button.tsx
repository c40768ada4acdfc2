import type { Track, Work } from '@koedana/contract/works.ts'
import { IconCircleCheckFilled, IconDeviceMobileDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useOfflineWords } from '../../../domain/offline-words.ts'
import { useT } from '../../../lib/i18n.ts'
import { isCompletelyStored, type OfflineWork } from '../../../lib/offline-work.rules.ts'
import { downloadedFraction } from './download.rules.ts'
import { canStoreOffline } from './offline-store.ts'
import { downloadForOffline, useOfflineWorks } from './offline-works.ts'

export interface DownloadButtonProps {
  readonly work: Work
  readonly tracks: readonly Track[]
}

/** Downloads the tracks that Play would play; then shows the progress and links to the offline works. */
export function DownloadButton(props: DownloadButtonProps) {
  useOfflineWords()
  const t = useT()
  const { id } = props.work
  const kept = useOfflineWorks(({ works }) => works.find(({ workId }) => workId === id))
  const trouble = useOfflineWorks(({ troubles }) => troubles[id])
  const [wasPressed, press] = useState(false)
  const underWay = trouble ? t('device.waits') : t('device.begun')
  const state = kept && (isHere(kept) ? t('device.kept') : underWay)
  return (
    <>
      {kept ? (
        <DownloadedLink {...props} kept={kept} isFocused={wasPressed} />
      ) : (
        <Keep {...props} onPress={() => press(true)} />
      )}
      {/* Announces only the state, because the progress changes too often for screen readers. */}
      <span role="status" className="sr-only">
        {wasPressed && state}
      </span>
    </>
  )
}

const isHere = ({ tracks }: OfflineWork): boolean => tracks.every(isCompletelyStored)

interface KeptLinkProps extends DownloadButtonProps {
  readonly kept: OfflineWork
  /** Whether it replaces the pressed button. */
  readonly isFocused: boolean
}

function DownloadedLink({ work, tracks, kept, isFocused }: KeptLinkProps) {
  const t = useT()
  const link = useRef<HTMLAnchorElement>(null)
  const trouble = useOfflineWorks(({ troubles }) => troubles[work.id])
  const percent = Math.floor(downloadedFraction(kept, tracks) * 100)
  const loading = trouble ? t('device.waits') : t('device.loading', { percent })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newly mounted link takes the focus
  useEffect(() => void (isFocused && link.current?.focus()), [])
  return (
    <Link ref={link} to="/device" className="btn h-10">
      {isHere(kept) ? (
        <IconCircleCheckFilled size={17} className="text-acc" aria-hidden />
      ) : (
        <IconDeviceMobileDown size={17} aria-hidden />
      )}
      {isHere(kept) ? t('device.kept') : loading}
    </Link>
  )
}

function Keep({ work, tracks, onPress }: DownloadButtonProps & { readonly onPress: () => void }) {
  const t = useT()
  const icon = <IconDeviceMobileDown size={19} aria-hidden />
  const look = 'btn-icon size-11! border border-line'
  const name = t('device.keep')
  // Links to the page that explains why offline storage is not available.
  if (!canStoreOffline()) {
    return (
      <Link to="/device" className={look} aria-label={name} title={name}>
        {icon}
      </Link>
    )
  }
  const keep = () => {
    onPress()
    void downloadForOffline(work, { tracks })
  }
  return (
    <button type="button" className={look} aria-label={name} title={name} onClick={keep}>
      {icon}
    </button>
  )
}
