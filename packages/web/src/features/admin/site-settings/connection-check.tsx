import type { Answer } from '@koedana/contract/kit/endpoint.ts'
import { checkMarketplace } from '@koedana/contract/site-settings.ts'
import { IconAlertCircle, IconCircleCheck, IconPlugConnected } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/format.ts'
import { useT } from '../../../lib/i18n.ts'

type Checked = Answer<typeof checkMarketplace>
type Told = Checked | { readonly refusal: string } | undefined

/** Asks the marketplace as it is set up now, and says what is wrong and what helps. */
export function ConnectionCheck({ isSaved }: { readonly isSaved: boolean }) {
  const t = useT()
  const [told, setTold] = useState<Told>()
  const [isBusy, setBusy] = useState(false)
  const check = () => {
    setBusy(true)
    setTold(undefined)
    call(checkMarketplace, {})
      .then(setTold)
      .catch((error: Error) => setTold({ refusal: error.message }))
      .finally(() => setBusy(false))
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn" disabled={isBusy || !isSaved} onClick={check}>
          <IconPlugConnected size={16} aria-hidden />
          {isBusy ? t('marketplace.checking') : t('marketplace.check')}
        </button>
        {!isSaved && <span className="text-[13px] text-mut">{t('marketplace.checkAfterSave')}</span>}
      </div>
      <div aria-live="polite" className="w-full empty:hidden">
        {told && <Finding told={told} />}
      </div>
    </div>
  )
}

function Finding({ told }: { readonly told: NonNullable<Told> }) {
  const t = useT()
  const format = useFormat()
  if ('refusal' in told) return <Note isGood={false} title={told.refusal} />
  const { fault, tookMs, status } = told
  if (fault === null) {
    return <Note isGood title={t('marketplace.answers', { ms: format.number(Math.round(tookMs ?? 0)) })} />
  }
  return (
    <Note isGood={false} title={t(`marketplaceFault.${fault}`)}>
      {t(`marketplaceFault.${fault}Help`)}
      {status !== null && ` (HTTP ${status})`}
    </Note>
  )
}

interface NoteProps {
  readonly isGood: boolean
  readonly title: string
  readonly children?: ReactNode
}

function Note({ isGood, title, children }: NoteProps) {
  const Icon = isGood ? IconCircleCheck : IconAlertCircle
  return (
    <div className="flex gap-3 rounded-card bg-sunken p-4 text-sm">
      <Icon size={20} className={isGood ? 'shrink-0 text-pos' : 'shrink-0 text-neg'} aria-hidden />
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        {children && <p className="mt-0.5 text-[13px] text-pretty text-mut">{children}</p>}
      </div>
    </div>
  )
}
