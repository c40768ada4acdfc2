import { askDriveDevice, beginDriveDevice, type DriveProvider } from '@koedana/contract/drives.ts'
import { IconQrcode } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { Skeleton } from '../../../ui/page.tsx'
import type { LinkResult } from './complete-link.ts'
import { drivesKey } from './drives-query.ts'
import { LinkOutcome } from './link-outcome.tsx'

/** Lazy, because it includes the QR code encoder. */
const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

export interface ScanCodeProps {
  readonly provider: DriveProvider
  readonly account: string | undefined
  /** Saves the client ID and secret to which the code belongs. */
  readonly onSave: () => Promise<void>
}

type ShownCode = Extract<Awaited<ReturnType<typeof beginDeviceLink>>, { readonly is: 'begun' }>

const beginDeviceLink = (provider: DriveProvider, account: string | undefined) =>
  call(beginDriveDevice, { body: { provider, ...(account && { account }) } })

/** Links an account by a code that is scanned with the provider's app, for servers that the provider cannot redirect to. */
export function ScanCode({ provider, account, onSave }: ScanCodeProps) {
  const t = useT()
  const [shown, setShown] = useState<ShownCode>()
  const [outcome, setOutcome] = useState<LinkResult>()
  const name = t(`drive.${provider}`)
  const show = async () => {
    setShown(undefined)
    setOutcome(undefined)
    try {
      await onSave()
      const begun = await beginDeviceLink(provider, account)
      if (begun.is === 'begun') setShown(begun)
      else setOutcome(begun)
    } catch {
      setOutcome({ is: 'failed' })
    }
  }
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line p-4">
      <p className="text-[13px] text-pretty">{t('drives.scanHelp', { name })}</p>
      <button type="button" className="btn self-start pointer-coarse:h-11" onClick={() => void show()}>
        <IconQrcode size={16} aria-hidden />
        {t('drives.scan')}
      </button>
      {shown && !outcome && <Waiting key={shown.link} provider={provider} shown={shown} onEnd={setOutcome} />}
      {outcome && <LinkOutcome provider={provider} outcome={outcome} />}
    </div>
  )
}

interface WaitingProps {
  readonly provider: DriveProvider
  readonly shown: ShownCode
  readonly onEnd: (outcome: LinkResult) => void
}

function Waiting({ provider, shown: { link, qr, page, code, everySeconds }, onEnd }: WaitingProps) {
  const t = useT()
  const client = useQueryClient()
  const name = t(`drive.${provider}`)
  const { data } = useQuery({
    queryKey: ['admin', 'drive-device', link],
    queryFn: ({ signal }) => call(askDriveDevice, { body: { provider, link } }, signal),
    refetchInterval: everySeconds * 1000,
    // Polls in the background, because the user is looking at the phone.
    refetchIntervalInBackground: true,
    gcTime: 0,
  })
  useEffect(() => {
    if (!data || data.is === 'waiting') return
    onEnd(data)
    void client.invalidateQueries({ queryKey: drivesKey })
  }, [data, onEnd, client])
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Suspense fallback={<Skeleton className="size-52 rounded-card!" />}>
        <QrCode text={qr} label={t('drives.scanCode', { name })} />
      </Suspense>
      <div className="flex min-w-48 flex-1 flex-col gap-2 text-[13px]">
        <p role="status">
          {t(data?.is === 'waiting' && data.isSeen ? 'drives.scanSeen' : 'drives.scanWaiting', { name })}
        </p>
        {page !== null && (
          <a
            href={page}
            target="_blank"
            rel="noreferrer"
            className="text-acc underline-offset-4 wrap-anywhere hover:underline"
          >
            {t('drives.scanPage')}
          </a>
        )}
        {code !== null && <p>{t('drives.scanTyped', { code })}</p>}
      </div>
    </div>
  )
}
